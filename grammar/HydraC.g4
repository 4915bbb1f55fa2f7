// C11 with the GNU extensions that appear in glibc's and gcc's headers, after preprocessing.
//
// Every decision needs one or two tokens: the token stream hands out a name as TYPEDEF_NAME or IDENTIFIER by the
// scopes that the actions below maintain (class CParserBase), so there are no predicates; expressions are flat lists of
// operands and operators that the tree builder folds by precedence. A declaration's name is declared as soon as its
// declarator has been read, before the token behind it is consumed, as C demands.
grammar HydraC;

options { superClass = CParserBase; }

tokens { TYPEDEF_NAME, HYDRA_LOOP, HYDRA_STRAY }

@parser::header { #include "frontend/parse/parser_base.h" }

// ---- declarations ---------------------------------------------------------------------------------------------------

translationUnit : externalDeclaration* EOF ;

externalDeclaration
    : declaration
    | unspecified[false]
    | ASM balanced SEMI
    | pragma
    | SEMI
    ;

// A directive in a place where none may stand; the tree builder says so.
pragma : HYDRA_LOOP | HYDRA_STRAY ;

// Also function definitions, which the tree builder accepts at file scope only.
declaration
locals [bool isTypedef = false]
    : EXTENSION declaration
    | staticAssert
    | (modifier { $isTypedef |= $modifier.isTypedef; })+ ( specified[$isTypedef] | unspecified[$isTypedef] | SEMI )
    | specified[$isTypedef]
    ;

// `T T;`: a type has been seen, so that the declarator's name may hide a typedef.
specified[bool isTypedef]
    : typePart { $isTypedef |= $typePart.isTypedef; startDeclarator(); } ( SEMI | declarator declaratorEnd { declareName($declarator.id, $isTypedef); }
        declared[$isTypedef] )
    ;

// Implicit int: `static x;`, `main() { … }`.
unspecified[bool isTypedef]
    : { startDeclarator(); } plainDeclarator declaratorEnd { declareName($plainDeclarator.id, $isTypedef); } declared[$isTypedef]
    ;

plainDeclarator returns [antlr4::Token* id = nullptr]
    : pointer* IDENTIFIER { $id = $IDENTIFIER; } declaratorSuffix*
    ;

declared[bool isTypedef]
    : (ASSIGN initializer)? (COMMA initDeclarator[$isTypedef])* SEMI
    | { expectFunctionBody(); } parameterDeclaration* functionBody
    ;

// Of an old-style definition. It cannot begin with an attribute, which would belong to the declarator before it.
parameterDeclaration
    : (REGISTER | CONST | VOLATILE)* typePart initDeclarator[false] (COMMA initDeclarator[false])* SEMI
    ;

initDeclarator[bool isTypedef]
    : { startDeclarator(); } attribute* declarator declaratorEnd { declareName($declarator.id, $isTypedef); } (ASSIGN initializer)?
    ;

declaratorEnd : (ASM balanced | attribute)* ;

functionBody : { enterFunctionScope(); } LBRACE blockItem* { leaveScope(); } RBRACE ;

staticAssert : STATIC_ASSERT LPAREN assignment (COMMA STRING+)? RPAREN SEMI ;

modifier returns [bool isTypedef = false]
    : TYPEDEF { $isTypedef = true; }
    | EXTERN | STATIC | AUTO | REGISTER | THREAD | INLINE | NORETURN
    | CONST | VOLATILE | RESTRICT | ATOMIC
    | ALIGNAS LPAREN (typeName | assignment) RPAREN
    | attribute
    ;

// At most one of a typedef name, a tag, typeof; or any mix of the basic words.
typePart returns [bool isTypedef = false]
    : (TYPEDEF_NAME | recordSpecifier | enumSpecifier | typeofSpecifier | ATOMIC LPAREN typeName RPAREN)
        (modifier { $isTypedef |= $modifier.isTypedef; })*
    | (basicType (modifier { $isTypedef |= $modifier.isTypedef; })*)+
    ;

basicType
    : VOID | BOOL | CHAR | SHORT | INT | LONG | FLOAT | DOUBLE | SIGNED | UNSIGNED | COMPLEX | INT128 | FLOAT_N | AUTO_TYPE
    ;

typeofSpecifier : TYPEOF LPAREN (typeName | expression) RPAREN ;

recordSpecifier : (STRUCT | UNION) attribute* (name recordBody? | recordBody) ;

recordBody : LBRACE memberDeclaration* RBRACE ;

memberDeclaration
    : EXTENSION memberDeclaration
    | modifier* typePart (memberDeclarator (COMMA attribute* memberDeclarator)*)? SEMI
    | staticAssert
    | SEMI
    ;

memberDeclarator : (declarator (COLON assignment)? | COLON assignment) attribute* ;

enumSpecifier : ENUM attribute* (name enumBody? | enumBody) ;

enumBody : LBRACE (enumerator (COMMA enumerator)* COMMA?)? RBRACE ;

enumerator : name attribute* (ASSIGN assignment)? { declareName($name.start, false); } ;

// Any name where a typedef name is one like all others: tags, members, labels.
name : IDENTIFIER | TYPEDEF_NAME ;

declarator returns [antlr4::Token* id = nullptr]
    : pointer* directDeclarator { $id = $directDeclarator.id; }
    ;

directDeclarator returns [antlr4::Token* id = nullptr]
    : (n=name { $id = $n.start; } | LPAREN attribute* d=declarator { $id = $d.id; } RPAREN) declaratorSuffix*
    ;

pointer : STAR (CONST | VOLATILE | RESTRICT | ATOMIC | attribute)* ;

declaratorSuffix
    : arraySuffix
    | parameterSuffix
    | LPAREN IDENTIFIER (COMMA IDENTIFIER)* RPAREN { sawIdentifierList(); }
    ;

// The star of `[*]` is also the start of an expression; `[*]` alone is told apart by what follows it.
arraySuffix : LBRACK (STATIC | CONST | VOLATILE | RESTRICT | ATOMIC)* (STAR | assignment)? RBRACK ;

parameterSuffix
    : LPAREN { enterParameterScope(); } (parameter (COMMA parameter)* (COMMA ELLIPSIS)?)? { leaveParameterScope(); } RPAREN
    ;

parameter
    : modifier* typePart (parameterDeclarator { declareName($parameterDeclarator.id, false); })? attribute*
    ;

// With or without a name; also the declarator of a type name. `(T)` is a parameter list, not a name in parentheses.
parameterDeclarator returns [antlr4::Token* id = nullptr]
    : pointer+ (directParameter { $id = $directParameter.id; })?
    | directParameter { $id = $directParameter.id; }
    ;

directParameter returns [antlr4::Token* id = nullptr]
    : n=name { $id = $n.start; } declaratorSuffix*
    | LPAREN attribute* nestedParameter { $id = $nestedParameter.id; } RPAREN declaratorSuffix*
    | (arraySuffix | parameterSuffix) declaratorSuffix*
    ;

nestedParameter returns [antlr4::Token* id = nullptr]
    : pointer+ (directParameter { $id = $directParameter.id; })?
    | IDENTIFIER { $id = $IDENTIFIER; } declaratorSuffix*
    | LPAREN attribute* inner=nestedParameter { $id = $inner.id; } RPAREN declaratorSuffix*
    | arraySuffix declaratorSuffix*
    ;

typeName : modifier* typePart parameterDeclarator? ;

attribute : ATTRIBUTE balanced ;

balanced : LPAREN (balanced | ~(LPAREN | RPAREN))* RPAREN ;

initializer : assignment | bracedList ;

bracedList : LBRACE (initializerItem (COMMA initializerItem)* COMMA?)? RBRACE ;

initializerItem : designator+ ASSIGN? initializer | name COLON initializer | initializer ;

designator : DOT name | LBRACK assignment (ELLIPSIS assignment)? RBRACK ;

// ---- expressions ----------------------------------------------------------------------------------------------------

expression : assignment (COMMA assignment)* ;

// Without the comma operator. Operands and operators alternate; `? e :` counts as one operator.
assignment : operand (infix operand | QUESTION expression? COLON operand)* ;

infix
    : ASSIGN | MUL_ASSIGN | DIV_ASSIGN | REM_ASSIGN | ADD_ASSIGN | SUB_ASSIGN | SHL_ASSIGN | SHR_ASSIGN | AND_ASSIGN
    | XOR_ASSIGN | OR_ASSIGN | OR_OR | AND_AND | OR | XOR | AND | EQ | NE | LT | GT | LE | GE | SHL | SHR | PLUS | MINUS
    | STAR | DIV | REM
    ;

operand
    : LPAREN typeName RPAREN (operand | bracedList postfix*)
    | unary
    ;

unary
    : primary postfix*
    | (INC | DEC | AND | STAR | PLUS | MINUS | TILDE | NOT | EXTENSION | REAL | IMAG) operand
    | (SIZEOF | ALIGNOF) (LPAREN typeName RPAREN (bracedList postfix*)? | unary)
    | AND_AND name
    ;

primary
    : IDENTIFIER
    | NUMBER
    | CHARACTER
    | STRING+
    | LPAREN expression RPAREN
    | LPAREN compound RPAREN
    | GENERIC LPAREN assignment (COMMA genericArm)+ RPAREN
    | VA_ARG LPAREN assignment COMMA typeName RPAREN
    | OFFSETOF LPAREN typeName COMMA name offsetStep* RPAREN
    | TYPES_COMPATIBLE LPAREN typeName COMMA typeName RPAREN
    ;

genericArm : (typeName | DEFAULT) COLON assignment ;

offsetStep : DOT name | LBRACK expression RBRACK ;

postfix
    : LBRACK expression RBRACK
    | LPAREN (assignment (COMMA assignment)*)? RPAREN
    | (DOT | ARROW) name
    | INC
    | DEC
    ;

// ---- statements -----------------------------------------------------------------------------------------------------

// A label before `}` is given an empty statement by the token stream.
blockItem : label* (declaration | unlabelled) ;

statement : label* unlabelled ;

unlabelled
    : compound
    | expression SEMI
    | SEMI
    | IF LPAREN expression RPAREN statement (ELSE statement)?
    | SWITCH LPAREN expression RPAREN statement
    | WHILE LPAREN expression RPAREN statement
    | DO statement WHILE LPAREN expression RPAREN SEMI
    | forLoop
    | HYDRA_LOOP forLoop
    | HYDRA_STRAY
    | GOTO (name | STAR expression) SEMI
    | CONTINUE SEMI
    | BREAK SEMI
    | RETURN expression? SEMI
    | ASM (VOLATILE | INLINE)* LPAREN STRING+ asmPart* RPAREN SEMI
    | ASM (VOLATILE | INLINE | GOTO)* balanced SEMI
    | LABEL name (COMMA name)* SEMI
    ;

// Of inline assembly: what it writes, what it reads, what else it changes.
asmPart : COLON (asmOperand (COMMA asmOperand)*)? ;
asmOperand : (LBRACK name RBRACK)? STRING+ (LPAREN expression RPAREN)? ;

compound : LBRACE { enterScope(); } blockItem* { leaveScope(); } RBRACE ;

label : name COLON attribute* | CASE assignment (ELLIPSIS assignment)? COLON | DEFAULT COLON ;

forLoop
    : FOR LPAREN { enterScope(); } (declaration | expression? SEMI) expression? SEMI expression? RPAREN statement
        { leaveScope(); }
    ;

// ---- tokens ---------------------------------------------------------------------------------------------------------



TYPEDEF : 'typedef' ; EXTERN : 'extern' ; STATIC : 'static' ; AUTO : 'auto' ; REGISTER : 'register' ;
THREAD : '_Thread_local' | '__thread' ;
INLINE : 'inline' | '__inline' | '__inline__' ;
NORETURN : '_Noreturn' ;
CONST : 'const' | '__const' | '__const__' ;
VOLATILE : 'volatile' | '__volatile' | '__volatile__' ;
RESTRICT : 'restrict' | '__restrict' | '__restrict__' ;
ATOMIC : '_Atomic' ;
ALIGNAS : '_Alignas' ;
ATTRIBUTE : '__attribute__' | '__attribute' ;
EXTENSION : '__extension__' ;
VOID : 'void' ; BOOL : '_Bool' ; CHAR : 'char' ; SHORT : 'short' ; INT : 'int' ; LONG : 'long' ; FLOAT : 'float' ;
DOUBLE : 'double' ;
SIGNED : 'signed' | '__signed' | '__signed__' ;
UNSIGNED : 'unsigned' ;
AUTO_TYPE : '__auto_type' ;
COMPLEX : '_Complex' | '__complex__' | '__complex' ;
INT128 : '__int128' | '__int128_t' | '__uint128_t' ;
FLOAT_N : '_Float16' | '_Float32' | '_Float64' | '_Float128' | '_Float32x' | '_Float64x' | '__float128' | '__float80' ;
TYPEOF : 'typeof' | '__typeof' | '__typeof__' ;
STRUCT : 'struct' ; UNION : 'union' ; ENUM : 'enum' ;
STATIC_ASSERT : '_Static_assert' ;
ASM : 'asm' | '__asm' | '__asm__' ;
SIZEOF : 'sizeof' ;
ALIGNOF : '_Alignof' | '__alignof__' | '__alignof' ;
GENERIC : '_Generic' ;
REAL : '__real__' | '__real' ;
IMAG : '__imag__' | '__imag' ;
VA_ARG : '__builtin_va_arg' ;
OFFSETOF : '__builtin_offsetof' ;
TYPES_COMPATIBLE : '__builtin_types_compatible_p' ;
LABEL : '__label__' ;
IF : 'if' ; ELSE : 'else' ; SWITCH : 'switch' ; CASE : 'case' ; DEFAULT : 'default' ; WHILE : 'while' ; DO : 'do' ;
FOR : 'for' ; GOTO : 'goto' ; CONTINUE : 'continue' ; BREAK : 'break' ; RETURN : 'return' ;

LPAREN : '(' ; RPAREN : ')' ; LBRACK : '[' | '<:' ; RBRACK : ']' | ':>' ; LBRACE : '{' | '<%' ; RBRACE : '}' | '%>' ;
SEMI : ';' ; COMMA : ',' ; COLON : ':' ; QUESTION : '?' ; ELLIPSIS : '...' ; DOT : '.' ; ARROW : '->' ;
INC : '++' ; DEC : '--' ; TILDE : '~' ; NOT : '!' ;
ASSIGN : '=' ; MUL_ASSIGN : '*=' ; DIV_ASSIGN : '/=' ; REM_ASSIGN : '%=' ; ADD_ASSIGN : '+=' ; SUB_ASSIGN : '-=' ;
SHL_ASSIGN : '<<=' ; SHR_ASSIGN : '>>=' ; AND_ASSIGN : '&=' ; XOR_ASSIGN : '^=' ; OR_ASSIGN : '|=' ;
OR_OR : '||' ; AND_AND : '&&' ; OR : '|' ; XOR : '^' ; AND : '&' ; EQ : '==' ; NE : '!=' ; LT : '<' ; GT : '>' ;
LE : '<=' ; GE : '>=' ; SHL : '<<' ; SHR : '>>' ; PLUS : '+' ; MINUS : '-' ; STAR : '*' ; DIV : '/' ; REM : '%' ;

// Bytes from 0x80 on (the input is read byte by byte) are parts of names, as UTF-8 letters are.
IDENTIFIER : LETTER (LETTER | [0-9])* ;
fragment LETTER : [a-zA-Z_$\u0080-\u00FF] | '\\u' HEX HEX HEX HEX | '\\U' HEX HEX HEX HEX HEX HEX HEX HEX ;
fragment HEX : [0-9a-fA-F] ;

// The standard's preprocessing number: what is wrong in one is told with its value.
NUMBER : '.'? [0-9] ([eEpP] [+\-] | [0-9a-zA-Z_.\u0080-\u00FF])* ;
CHARACTER : [LuU]? '\'' (~['\\\r\n] | '\\' ~[\n])+ '\'' ;
STRING : ('L' | 'u' | 'U' | 'u8')? '"' (~["\\\r\n] | '\\' ~[\n])* '"' ;

// Line markers and pragmas; which of them matter is decided by the token stream.
DIRECTIVE : '#' ~[\n]* -> channel(HIDDEN) ;
SPACE : [ \t\r\n\f\u000B]+ -> skip ;
UNKNOWN : . ;

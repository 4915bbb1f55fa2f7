// CMAPS, after preprocessing: C (HydraC.g4) with element functions, whose parameters have roles, and coordination
// functions, which say what runs in parallel over distributed arrays.
//
// Its words are words only where they can be meant: the token stream (frontend/cmaps/words.h) marks them there, and they
// are ordinary names everywhere else. All tokens have HydraC's numbers, so that both parsers read the same stream.
grammar Cmaps;

import HydraC;

options { superClass = CParserBase; tokenVocab = HydraC; }

tokens { COORDINATION, ELEMENT, IN, OUT, INOUT, TILE, LAYOUT_TYPE, PARALLEL, LOOP, STOP, WAVE, CYC, REDUCE, PARTS }

@parser::header { #include "frontend/parse/parser_base.h" }

externalDeclaration
    : roleFunction
    | declaration
    | unspecified[false]
    | ASM balanced SEMI
    | pragma
    | SEMI
    ;

// ---- functions whose parameters have roles --------------------------------------------------------------------------

roleFunction
    : elementFunction
    | coordinationFunction
    ;

// ELEMENT is the word void in front of a list of roles.
elementFunction
    : functionWord* ELEMENT name { declareName($name.start, false); } roleList ( SEMI | functionBody )
    ;

coordinationFunction
    : functionWord* COORDINATION functionWord* (ELEMENT | VOID) name { declareName($name.start, false); } roleList
        ( SEMI | coordinationBody )
    ;

functionWord : STATIC | INLINE | EXTERN ;

roleList
    : LPAREN { enterParameterScope(); } ( roleParameter (COMMA roleParameter)* | VOID )? { leaveParameterScope(); } RPAREN
    ;

roleParameter : role TILE? (LAYOUT_TYPE | modifier* typePart) name { declareName($name.start, false); } extent* ;

role : IN | OUT | INOUT ;

extent : LBRACK assignment? RBRACK ;

// ---- coordination ---------------------------------------------------------------------------------------------------

coordinationBody : { enterFunctionScope(); } LBRACE coordinationStatement* { leaveScope(); } RBRACE ;

coordinationBlock : LBRACE { enterScope(); } coordinationStatement* { leaveScope(); } RBRACE ;

coordinationStatement
    : coordinationBlock
    | parallelStatement
    | LOOP LPAREN { enterScope(); } name IN { declareName($name.start, false); } range RPAREN coordinationStatement { leaveScope(); }
    | STOP LPAREN expression RPAREN SEMI
    | tileDeclaration
    | partsDeclaration
    | layoutDeclaration
    | IF LPAREN expression RPAREN coordinationStatement (ELSE coordinationStatement)?
    | WHILE LPAREN expression RPAREN coordinationStatement
    | DO coordinationStatement WHILE LPAREN expression RPAREN SEMI
    | FOR LPAREN { enterScope(); } (declaration | expression? SEMI) expression? SEMI expression? RPAREN coordinationStatement
        { leaveScope(); }
    | RETURN SEMI
    | BREAK SEMI
    | CONTINUE SEMI
    | declaration
    | expression SEMI
    | SEMI
    ;

// The token stream marks declarations whose dimensions are empty.
tileDeclaration : TILE typePart tileName (COMMA tileName)* SEMI ;

tileName : name { declareName($name.start, false); } extent* (ASSIGN assignment)? ;

partsDeclaration : PARTS typePart name { declareName($name.start, false); } ASSIGN assignment SEMI ;

layoutDeclaration : LAYOUT_TYPE name { declareName($name.start, false); } ASSIGN assignment SEMI ;

range
    : LBRACK assignment COLON assignment (COLON assignment)? RBRACK
    | LBRACK STAR RBRACK
    ;

parallelStatement
    : PARALLEL LPAREN { enterScope(); } domain RPAREN parallelBody { leaveScope(); }
    ;

domain
    : (name IN { declareName($name.start, false); } range) (COMMA parallelRange)*
    | parallelIndex (COMMA parallelIndex)* IN name subscript?
    ;

parallelRange : name IN { declareName($name.start, false); } range ;

parallelIndex : name { declareName($name.start, false); } ;

parallelBody
    : LBRACE waveClause* processCall waveClause* RBRACE
    | processCall
    ;

waveClause : WAVE COLON access (COMMA access)* SEMI ;

access : name subscript+ ;

processCall : (DO COLON)? name LPAREN (argument (COMMA argument)*)? RPAREN SEMI ;

// Only what stands by itself is a reduction.
argument
    : REDUCE LPAREN reduceOperator COMMA assignment RPAREN
    | assignment
    ;

reduceOperator : PLUS | STAR | AND | OR | XOR | AND_AND | OR_OR | name ;

// Sections, ranges and periodic subscripts may be written wherever a subscript may; where they mean nothing, it is said there.
postfix
    : subscript
    | LPAREN ((assignment | range) (COMMA (assignment | range))*)? RPAREN
    | (DOT | ARROW) name
    | INC
    | DEC
    ;

subscript
    : LBRACK STAR RBRACK
    | LBRACK CYC LPAREN expression (COLON expression (COLON expression)?)? RPAREN RBRACK
    | LBRACK expression (COLON expression (COLON expression)?)? RBRACK
    ;

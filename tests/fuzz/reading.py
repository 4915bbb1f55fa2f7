"""What random programs read from standard input: numbers into scalars and elements, words, lines, characters, bytes.
All read the same text, TYPED; where it ends or has a word in place of a number, the program does without."""
from tree import Block
from values import Temp

TYPED = "".join(f"{n * 7 % 41 - 9} {n % 5}.{n * 3 % 8 * 125} {['salt', '17', 'x 8', '-2.5'][n % 4]}\n" for n in range(30))
FORMATS = {"double": "%lf", "float": "%f", "int": "%d", "long": "%ld", "short": "%hd", "signed char": "%hhd",
           "unsigned char": "%hhu", "unsigned": "%u", "unsigned long": "%lu", "unsigned short": "%hu", "long long": "%lld"}
HELPER = """static int next_number(int least)
{
int n = 0;
if (scanf("%d", &n) != 1 || n < least || n > 99)
return least;
return n;
}"""


class Reading:
    """Adds statements that read to blocks of a program."""

    def __init__(self, program):
        self.program, self.rng, self.reads = program, program.rng, False

    def statement(self, block, _=None):
        kind = self.rng.choice([self.elements, self.elements, self.element, self.scalar, self.line, self.line,
                                self.character, self.bytes, self.word, self.skip])
        kind(block)

    def array(self, fits=lambda a: True):
        found = [a for a in self.program.arrays if not a.readonly and a.elem in FORMATS and fits(a)]
        return self.rng.choice(found) if found else None

    def elements(self, block):
        """All of an array, in order, or a part of it."""
        array = self.array()
        if not array:
            return
        names = ["i", "j", "k"][:len(array.dims)]
        heads = "".join(f"for (int {v} = 0; {v} < {d.text}; {v}++)\n" for v, d in zip(names, array.dims))
        ref = "".join(map(str, array.ref(names)))
        form, rest = FORMATS[array.elem], self.rng.choice(["i", "1", None])
        if rest is None:
            block.add(f'{heads}if (scanf("{form}", &{ref}) < 1)\nbreak;')
        else:
            block.add(f'{heads}if (scanf("{form}", &{ref}) != 1)\n{ref} = {rest};')

    def element(self, block):
        array = self.array()
        if array:
            ref = "".join(map(str, array.ref([self.rng.choice(["0", f"{d.text} - 1"]) for d in array.dims])))
            block.add(f'if (scanf("{FORMATS[array.elem]}", &{ref}) != 1)\nputs("no number");')

    def scalar(self, block):
        name, program = self.program.fresh("s"), self.program
        if self.rng.random() < 0.5:
            program.declarations.add(f"double {name} = 0;")
            block.add(f'if (scanf("%lf", &{name}) != 1)\n{name} = 2.5;')
            program.temps.append(Temp(name, "F", 1000))
            return
        if "next_number" not in program.helpers:
            program.helpers["next_number"] = "next_number"
            program.definitions.add(HELPER)
        program.declarations.add(f"int {name} = 0;")
        block.add(f"{name} = next_number({self.rng.randrange(4)});")
        program.temps.append(Temp(name, "I", 100))

    def line(self, block):
        name, array = self.program.fresh("line"), self.array(lambda a: len(a.dims) == 1)
        kind = self.rng.randrange(3)
        if kind == 0:
            block.add(f'char {name}[40];\nif (fgets({name}, sizeof {name}, stdin) != NULL)\nprintf("read %s", {name});')
        elif kind == 1 and array:
            block.add(f"char {name}[40];\nif (fgets({name}, sizeof {name}, stdin) != NULL)\n",
                      *array.ref([f"strlen({name}) % {array.dims[0].text}"]), f" = atoi({name});")
        else:
            block.add(f"{{\nchar *{name} = NULL;\nsize_t size = 0;\nlong count = getline(&{name}, &size, stdin);\n"
                      f'if (count > 0)\nprintf("%ld %s", count, {name});\nfree({name});\n}}')

    def character(self, block):
        block.add(self.rng.choice([
            'printf("next %d\\n", getchar());',
            '{\nint c = getchar();\nif (c != EOF)\nungetc(c, stdin);\nprintf("ahead %d\\n", c);\n}',
            '{\nint c, words = 0;\nwhile ((c = fgetc(stdin)) != EOF && c != \'\\n\')\nwords += c == \' \';\n'
            'printf("words %d\\n", words);\n}']))

    def bytes(self, block):
        array = self.array(lambda a: a.flat and a.elem == "unsigned char" and len(a.dims) == 1)
        if array:
            block.add(f'printf("bytes %d\\n", (int)fread({array.flat}, 1, {array.dims[0].text}, stdin));')
        else:
            self.word(block)

    def word(self, block):
        name = self.program.fresh("word")
        block.add(f'char {name}[12];\nif (scanf("%11s", {name}) == 1)\nprintf("word %s %d\\n", {name}, atoi({name}));')

    def skip(self, block):
        inner = Block()
        self.character(inner)
        block.add("if (!feof(stdin)) {\n", inner, "}")

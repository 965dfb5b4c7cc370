import test from 'ava';
import {EnvFileError, variableIn} from './env-file.js';

for (const [what, text, value] of [
	['spaces before a name', "  A='one'\n\tB='two'\n", 'two'],
	['comments and empty lines', "# first\n\nA='one'\n  # more\nB='two'", 'two'],
	['a comment behind a value', "B='two' # why\n", 'two'],
	['a file that does not have it', "A='one'\n", ''],
	['an empty file', '', ''],
	['a value of nothing', "B=''\n", ''],
	['a value behind a space, which is for one command only', "B= 'two'\n", ''],
	['signs that a shell would read outside of quotes', 'B=\'$HOME "x" a=b#c \\n\'\n', '$HOME "x" a=b#c \\n'],
	['spaces in quotes', "B='  two  '\n", '  two  '],
	['lines in quotes', "A='x\ny'\nB='one\n\n  two\n# three'\n", 'one\n\n  two\n# three'],
	['line ends of other systems', "A='one'\r\nB='two'\r\n", 'two'],
	['the first of two', "B='one'\nB='two'\n", 'one'],
	['what is wrong only behind it', "B='two'\nrubbish\n", 'two'],
] as const) {
	test(`a variable is read from ${what}`, (t) => {
		t.is(variableIn(text, 'B'), value);
	});
}

for (const [line, why, text] of [
	[2, "missing '='", "A='one'\nrubbish\nB='two'\n"],
	[1, 'empty variable name', "='one'\n"],
	[1, "whitespace before '=' is not allowed", "A ='one'\nB='two'\n"],
	[1, 'value must be enclosed in single quotes', 'B=two\n'],
	[1, 'value must be enclosed in single quotes', 'B="two"\n'],
	[1, 'value must be enclosed in single quotes', 'B=\n'],
	[1, 'unexpected content after closing quote', "B='one''two'\n"],
	[3, 'unexpected content after closing quote', "A='one\n\ntwo'x\nB='two'\n"],
	[1, 'unclosed single quote', "B='one\ntwo\n"],
] as const) {
	test(`a file of variables is refused for ${JSON.stringify(text)}: ${why}`, (t) => {
		const error = t.throws(() => variableIn(text, 'B'), {instanceOf: EnvFileError});
		t.is(error.message, `invalid environment variable format at line ${line}: ${why}`);
	});
}

import test from 'ava';
import {readPattern} from './pattern.js';

test('Patterns mean what RE2 takes them for', (t) => {
	const table: ReadonlyArray<readonly [pattern: string, matches: readonly string[], others: readonly string[]]> = [
		['^[a-z0-9]([-a-z0-9]*[a-z0-9])?$', ['web', 'a-b'], ['-a', 'A', 'a-']],
		['^[\\w\\-]+$', ['a-b_c'], ['a b', 'é']],
		['^\\_\\:\\@\\-$', ['_:@-'], ['x']],
		['^(?P<year>\\d{4})-(?<month>\\d\\d)$', ['2026-01'], ['26-01']],
		['(?i)^ab[c-d]$', ['ABC', 'abd'], ['abe']],
		['^a(?i:b)c$', ['aBc', 'abc'], ['ABc']],
		['^[[:alpha:]][[:^digit:]]$', ['ab', 'a-'], ['a1', '1a']],
		['^a.b$', ['axb'], ['a\nb']],
		['(?s)^a.b$', ['a\nb'], ['ab']],
		['^a$', ['a'], ['a\n', 'a\nb']],
		['(?m)^a$', ['b\na'], ['ab']],
		['\\Aa\\z', ['a'], ['ba']],
		['^a{,2}$', ['a{,2}'], ['aa']],
		['^x{2}y{1,}z{0,2}$', ['xxyyzz', 'xxy'], ['xy']],
		['^\\Qa.b*\\E$', ['a.b*'], ['axb*']],
		['^[]a]+$', [']a'], ['b']],
		['^\\p{Greek}\\pL\\PL$', ['αβ1'], ['ab1']],
		['^\\s\\S$', [' a'], ['\u00A0a']],
		['^[^\\s]$', ['\u00A0', 'a'], [' ']],
		['^\\x41\\x{1F600}\\101$', ['A😀A'], ['A']],
		['^(a|b)*?c|d$', ['abc', 'xd'], ['ab']],
		['^}]$', ['}]'], ['}']],
	];
	for (const [pattern, matches, others] of table) {
		for (const text of matches) {
			t.true(readPattern(pattern).test(text), `${pattern} ${text}`);
		}

		for (const text of others) {
			t.false(readPattern(pattern).test(text), `${pattern} ${text}`);
		}
	}
});

test('An invalid pattern is refused in the words of Go', (t) => {
	const table: ReadonlyArray<readonly [string, string]> = [
		['[a', 'missing closing ]: `[a`'],
		['x[a-', 'missing closing ]: `[a-`'],
		['(a', 'missing closing ): `(a`'],
		['a)', 'unexpected ): `a)`'],
		['*a', 'missing argument to repetition operator: `*`'],
		['(|+)', 'missing argument to repetition operator: `+`'],
		['a**', 'invalid nested repetition operator: `**`'],
		['a+?*', 'invalid nested repetition operator: `+?*`'],
		['a{1001}', 'invalid repeat count: `{1001}`'],
		['a{2,1}', 'invalid repeat count: `{2,1}`'],
		['[z-a]', 'invalid character class range: `z-a`'],
		['[[:foo:]]', 'invalid character class range: `[:foo:]`'],
		['\\pX', 'invalid character class range: `\\pX`'],
		['\\8', 'invalid escape sequence: `\\8`'],
		['(a)\\1', 'invalid escape sequence: `\\1`'],
		['\\y', 'invalid escape sequence: `\\y`'],
		['a\\', 'trailing backslash at end of expression: ``'],
		['(?=a)', 'invalid or unsupported Perl syntax: `(?=`'],
		['(?!a)', 'invalid or unsupported Perl syntax: `(?!`'],
		['(?i)(?s', 'invalid or unsupported Perl syntax: `(?s`'],
		['(?P<n>a)(?P<n>b)', 'duplicate capture group name: `n`'],
		['(?P<n', 'invalid named capture: `(?P<n`'],
		['(?P<n-x>a)', 'invalid named capture: `(?P<n-x>`'],
	];
	for (const [pattern, why] of table) {
		t.throws(() => readPattern(pattern), {message: `error parsing regexp: ${why}`}, pattern);
	}
});

test('The parts that match are those that Go finds', (t) => {
	t.deepEqual(readPattern('a+').findAll('aab😀ab'), ['aa', 'a']);
	t.deepEqual(readPattern('a*').findAll('baac'), ['', 'aa', '']);
	t.deepEqual(readPattern('b|').findAll('ab'), ['', 'b']);
	t.deepEqual(readPattern('x').findAll('ab'), []);
	t.is(readPattern('[a-c]+').find('xxabyc'), 'ab');
	t.is(readPattern('x').find('ab'), '');
});

test('A pattern that makes a backtracking engine try every way answers for a text of any length', (t) => {
	// With 28 characters a backtracking engine takes seconds, with 10,000 longer than the universe is old.
	for (const length of [28, 10_000]) {
		for (const pattern of ['^(a+)+$', '^(a|aa)+$', '(x+x+)+y|^(.*)*$.']) {
			t.false(readPattern(pattern).test(`${'a'.repeat(length)}!`), pattern);
		}
	}
});

import test from 'ava';
import {answerOf, libraryCases, type LibraryAnswer} from '../../testing/library-answers.js';
import {schemaOfKind} from '../../objects/schema.js';
import type {Environment} from '../environment.js';
import {Meter} from '../step.js';
import {kubernetesFunctions} from './library/kubernetes.js';
import {schemaType} from './schema-type.js';
import {dyn, formatType, typeName} from '../type.js';
import {elementsOf, entriesOf, List, Optional, Uint, type Value} from '../value.js';
import {compile} from '../compile.js';
import {isRecord} from '../../kernel/record.js';

const environment: Environment = {
	variables: {object: dyn, deployment: schemaType(schemaOfKind('apps/v1', 'Deployment')!, 'Deployment')},
	functions: kubernetesFunctions,
};

const object = {
	replicas: 3,
	ratio: 2.5,
	name: 'web',
	list: [1, 2, 3],
	labels: {app: 'web'},
	nothing: null,
	spec: {containers: [{name: 'main', image: 'nginx:latest'}]},
};

/** A value as plain data: int as number, so that tables read well. */
const plain = (value: Value): unknown =>
	typeof value === 'bigint'
		? Number(value)
		: value instanceof Uint
			? `${value.value}u`
			: value instanceof List
				? value.items.map((item) => plain(item))
				: value instanceof Map
					? Object.fromEntries(entriesOf(value)!.map(([key, item]) => [String(key), plain(item)]))
					: value instanceof Optional
						? value.value === undefined
							? 'none'
							: `optional ${String(plain(value.value))}`
						: value;

const evaluate = (expression: string): unknown => {
	const {program, issues} = compile(expression, environment);
	return program ? plain(program.evaluate({get: (name) => ({object})[name]})) : issues;
};

const issueOf = (expression: string): string => {
	const {issues} = compile(expression, environment);
	return issues === undefined ? 'none' : issues.split('\n')[0]!.replace('ERROR: <input>:1:', '');
};

test('characters outside the basic plane count as one, wherever something is looked for or cut', (t) => {
	const text = `"${'😀a'.repeat(2)}😀b"`;
	t.deepEqual(
		[
			`${text}.indexOf("a", 2)`,
			`${text}.indexOf("😀", 1)`,
			`${text}.indexOf("x")`,
			`${text}.lastIndexOf("a")`,
			`${text}.lastIndexOf("a", 2)`,
			`${text}.lastIndexOf("😀a😀a😀b😀")`,
			`${text}.substring(2, 4)`,
			`${text}.charAt(5)`,
			`${text}.charAt(6)`,
		].map((expression) => evaluate(expression)),
		[3, 2, -1, 3, 1, -1, '😀a', 'b', ''],
	);
});

test('what a call makes is bounded, whatever it costs', (t) => {
	const long = 'a'.repeat(100_000);
	const each = `[${Array.from({length: 400}, () => 1).join(',')}]`;
	for (const expression of ['object.findAll("a").size() > 0', 'object.split("").size() > 0']) {
		const {program} = compile(`${each}.all(x, ${expression})`, environment);
		const meter = new Meter(1e9);
		t.throws(() => program?.evaluate({get: () => long}, meter), {
			message: 'operation cancelled: actual cost limit exceeded',
		});
	}
});

test('comparing lists and maps costs a tenth of the shorter one', (t) => {
	const list = (count: number) => `[${Array.from({length: count}, (_, index) => index).join(',')}]`;
	const costOf = (expression: string): number => {
		const meter = new Meter();
		compile(expression, environment).program?.evaluate({get: () => undefined}, meter);
		return meter.spent;
	};
	const making = costOf(list(1));
	t.is(costOf(`${list(95)} == ${list(95)}`), 2 * making + 10);
	t.is(costOf(`${list(95)} == ${list(3)}`), 2 * making + 1);
});

test('of very many issues a hundred are shown, and a very long line is not', (t) => {
	const {issues} = compile(Array.from({length: 150}, (_, index) => `none${index}`).join(' +\n'), environment);
	const lines = issues?.split('\n') ?? [];
	t.is(lines.filter((line) => line.startsWith('ERROR: ')).length, 100);
	t.is(lines.at(-1), '50 more errors were truncated');
	t.is(compile('#'.repeat(50_000), environment).issues?.split('\n').at(-1), '1 more errors were truncated');
	const long = 'x'.repeat(20_000);
	t.is(
		compile(`"${long}" + none`, environment).issues,
		`ERROR: <input>:1:20006: undeclared reference to 'none' (in container '')`,
	);
});

test('An expression that cannot be parsed is refused in the words of its grammar', (t) => {
	const beginnings =
		"{'[', '{', '(', '.', '-', '!', 'true', 'false', 'null', NUM_FLOAT, NUM_INT, NUM_UINT, STRING, BYTES, IDENTIFIER}";
	const table: ReadonlyArray<readonly [string, string]> = [
		['object.replicas <', `18: Syntax error: mismatched input '<EOF>' expecting ${beginnings}`],
		['/abs', `1: Syntax error: extraneous input '/' expecting ${beginnings}`],
		['1Gi', "2: Syntax error: extraneous input 'Gi' expecting <EOF>"],
		['(1', "3: Syntax error: missing ')' at '<EOF>'"],
		['object.', "8: Syntax error: no viable alternative at input '.'"],
		['../up', "2: Syntax error: no viable alternative at input '..'"],
		["'open", "1: Syntax error: token recognition error at: ''open'"],
		['has(object)', '5: invalid argument to has() macro'],
		['object.list.all(1, true)', '17: argument must be a simple name'],
		['9999999999999999999', '1: invalid int literal'],
	];
	for (const [expression, expected] of table) {
		t.is(issueOf(expression), expected, expression);
	}
});

test('Escapes that do not exist are issues, in texts and in bytes', (t) => {
	for (const literal of [String.raw`"\q"`, String.raw`b"\q"`, String.raw`b"\x4"`, String.raw`"\UFFFFFFFF"`]) {
		t.regex(compile(literal, environment).issues ?? '', /^ERROR: /, literal);
	}
});

test('All issues of an expression are shown, each with a mark below its line', (t) => {
	t.is(
		compile('*', environment)
			.issues!.split('\n')
			.filter((line) => line.startsWith('ERROR')).length,
		2,
	);
	t.is(
		compile('deployment.spec.replicaz > 1', environment).issues,
		"ERROR: <input>:1:16: undefined field 'replicaz'\n | deployment.spec.replicaz > 1\n | ...............^",
	);
});

test('Types are checked before anything runs', (t) => {
	const table: ReadonlyArray<readonly [string, string]> = [
		['nobody', "1: undeclared reference to 'nobody' (in container '')"],
		["1 + 'a'", "3: found no matching overload for '_+_' applied to '(int, string)'"],
		["[1, 'a']", "5: expected type 'int' but found 'string'"],
		["deployment.spec.replicas == '1'", "26: found no matching overload for '_==_' applied to '(int, string)'"],
		["true ? 1 : 'a'", "6: found no matching overload for '_?_:_' applied to '(bool, int, string)'"],
		["'a'.unheard()", "12: undeclared reference to 'unheard' (in container '')"],
		['[1].all(x, x)', "8: found no matching overload for '_&&_' applied to '(bool, int)'"],
		["'a'.matches('[')", '13: invalid matches argument'],
	];
	for (const [expression, expected] of table) {
		t.is(issueOf(expression), expected, expression);
	}

	t.is(typeName(compile("{'a': [1]}", environment).program!.type), 'map(string, list(int))');
});

test('lists are cut, flattened, sorted and made', (t) => {
	const table: ReadonlyArray<readonly [string, unknown]> = [
		['[3, 1, 2].sort()', [1, 2, 3]],
		["['b', 'a'].sort()", ['a', 'b']],
		['[1, 2, 3].slice(1, 3)', [2, 3]],
		['[[1], [2, 3]].flatten()', [1, 2, 3]],
		['[[[1]], [[2]]].flatten(2)', [1, 2]],
		['[1, 2, 1].distinct()', [1, 2]],
		['[1, 2].reverse()', [2, 1]],
		['lists.range(3)', [0, 1, 2]],
		["['ccc', 'a', 'bb'].sortBy(x, x.size())", ['a', 'bb', 'ccc']],
	];
	for (const [expression, expected] of table) {
		t.deepEqual(evaluate(expression), expected, expression);
	}

	const failures: Readonly<Record<string, string>> = {
		'[1].slice(0, 2)': 'cannot slice(0, 2), list is length 1',
		'[1].slice(-1, 1)': 'cannot slice(-1, 1), negative indexes not supported',
		'[1].slice(1, 0)': 'cannot slice(1, 0), start index must be less than or equal to end index',
		'[[1]].flatten(-1)': 'level must be non-negative',
		"[dyn(1), dyn('a')].sort()": 'list elements must have the same type',
		"'abc'.substring(3, 1)": 'invalid substring range. start: 3, end: 1',
		"cidr('10.0.0.0/8').containsIP('web')": 'no such overload',
	};
	for (const [expression, message] of Object.entries(failures)) {
		t.throws(() => evaluate(expression), {message}, expression);
	}
});

test('Formats that are written out are checked before anything runs', (t) => {
	const table: ReadonlyArray<readonly [string, string]> = [
		["'%s %d'.format([deployment.kind, 1])", 'none'],
		['[deployment.kind, 1]', "19: expected type 'string' but found 'int'"],
		['[object.name, 1]', "15: expected type 'dyn' but found 'int'"],
		["{'a': 1, 'b': 'c'}", "15: expected type 'int' but found 'string'"],
		["'%s %s'.format(['a'])", '15: index 1 out of range'],
		["'%s'.format(['a', 'b'])", '12: too many arguments supplied to string.format (expected 1, got 2)'],
		["'%'.format([])", '11: unexpected end of string'],
		["'%z'.format([1])", '12: could not parse formatting clause: unrecognized formatting clause "z"'],
		[
			"'%d'.format([deployment.kind])",
			'24: error during formatting: decimal clause can only be used on integers, was given string',
		],
		["'%f'.format([1])", '14: error during formatting: fixed-point clause can only be used on doubles, was given int'],
		[
			"'%s'.format([[optional.of(1)]])",
			'26: error during formatting: string clause can only be used on strings, bools, bytes, ints, doubles, maps, lists, types, durations, and timestamps, was given optional_type',
		],
		["'%d'.format([object.name])", 'none'],
		["object.name.format(['a'])", 'none'],
	];
	for (const [expression, expected] of table) {
		t.is(issueOf(expression), expected, expression);
	}
});

test('Expressions look into objects and compute', (t) => {
	const table: ReadonlyArray<readonly [string, unknown]> = [
		['object.replicas * 2 == 6', true],
		['object.ratio > 2', true],
		["object.spec.containers.all(c, !c.image.endsWith(':latest'))", false],
		["object.spec.containers.exists(c, c.name == 'main')", true],
		['object.list.map(x, x * 2)', [2, 4, 6]],
		['object.list.filter(x, x > 1).size()', 2],
		['object.list.transformList(i, v, i + v)', [1, 3, 5]],
		["has(object.labels.app) && !has(object.labels.team) && 'app' in object.labels", true],
		["object.?labels.?team.orValue('none')", 'none'],
		['object.nothing == null', true],
		['false && object.absent', false],
		["object.name == 'web' || object.absent == 1", true],
		['7 / 2', 3],
		['-7 % 3', -1],
		['5u + 1u', '6u'],
		["string(duration('1h30m'))", '5400s'],
		["timestamp('2026-01-02T03:04:05Z').getDayOfWeek()", 5],
	];
	for (const [expression, expected] of table) {
		t.deepEqual(evaluate(expression), expected, expression);
	}
});

test('What cannot be evaluated fails in cel-go’s words', (t) => {
	const table: ReadonlyArray<readonly [string, string]> = [
		['object.absent', 'no such key: absent'],
		['object.list[7]', 'index out of bounds: 7'],
		['object.name < 10', 'no such overload'],
		['int(object.name)', "type conversion error from 'string' to 'int'"],
		['1 / 0', 'division by zero'],
		['optional.none().value()', 'optional.none() dereference'],
	];
	for (const [expression, expected] of table) {
		t.throws(() => evaluate(expression), {message: expected}, expression);
	}
});

test('No pattern keeps matches() busy', (t) => {
	for (const length of [28, 10_000]) {
		t.false(evaluate(`'${'a'.repeat(length)}!'.matches('^(a+)+$')`));
		t.true(evaluate(`'${'a'.repeat(length)}'.matches('^(a+)+$')`));
	}
});

test('Kubernetes’ libraries know quantities, addresses, URLs, formats and versions', (t) => {
	const table: ReadonlyArray<readonly [string, unknown]> = [
		["quantity('100m').add(quantity('1')).isGreaterThan(quantity('1'))", true],
		["isQuantity('200K')", false],
		["quantity('50k').asInteger()", 50_000],
		["cidr('10.0.0.0/8').containsIP('10.1.2.3') && ip('::1').family() == 6", true],
		["isIP('010.0.0.1')", false],
		["url('https://a.test:8443/x?k=1').getPort()", '8443'],
		["isURL('../up')", false],
		["format.dns1123Label().validate('My-Label').hasValue()", true],
		["semver('1.10.0').isGreaterThan(semver('1.9.0'))", true],
		["sets.intersects([1, 2], [2, 3]) && [3, 1].max() == 3 && ['a', 'b'].isSorted()", true],
		["'%s has %d of %.2f'.format(['web', dyn(3), dyn(1.5)])", 'web has 3 of 1.50'],
		["'registry/nginx:1.27'.find('[0-9.]+$')", '1.27'],
		["'a,b,c'.split(',', 2).join('|').upperAscii()", 'A|B,C'],
	];
	for (const [expression, expected] of table) {
		t.deepEqual(evaluate(expression), expected, expression);
	}
});

test('An evaluation ends when it has cost more than it may', (t) => {
	const {program} = compile('object.list.all(x, object.list.all(y, x + y < 100))', environment);
	t.true(program!.evaluate({get: () => object}) === true);
	t.throws(() => program!.evaluate({get: () => object}, new Meter(20)), {
		message: 'operation cancelled: actual cost limit exceeded',
	});
});

const row = (count: number, item: string, separator: string): string =>
	Array.from({length: count}, () => item).join(separator);

const hostile: ReadonlyArray<readonly [what: string, expression: string, issue: RegExp | undefined]> = [
	['300 terms of a sum', row(300, '1', ' + '), /expression recursion limit exceeded: 250/],
	['10,000 terms of a sum', row(10_000, '1', '+'), /expression recursion limit exceeded: 250/],
	['10,000 comparisons', row(10_000, "'a'", '<'), /expression recursion limit exceeded: 250/],
	['10,000 fields', `object${'.b'.repeat(10_000)}`, /expression recursion limit exceeded: 250/],
	['10,000 brackets', '('.repeat(10_000), /expression recursion limit exceeded: 250/],
	['10,000 mistakes', 'true?'.repeat(10_000), /error recovery attempt limit exceeded: 30/],
	['300 choices in each other', `${'true?1:'.repeat(300)}1`, /expression recursion limit exceeded: 250/],
	['10,000 conditions', row(10_000, 'true', ' && '), undefined],
	['10,000 alternatives', row(10_000, 'false', ' || ') + ' || true', undefined],
];

for (const [what, expression, issue] of hostile) {
	test(`${what} in one expression are ${issue ? 'refused' : 'taken'}, as cel-go does`, (t) => {
		const {program, issues} = compile(expression, environment);
		if (issue) {
			t.regex(issues ?? '', issue);
		} else {
			t.true(program?.evaluate({get: () => object}));
		}
	});
}

test('No text gets longer than an evaluation could read', (t) => {
	for (const expression of [
		`'aaaaaaaaaa'${".replace('a', 'aaaaaaaaaa')".repeat(12)} == ''`,
		`['${'a'.repeat(1000)}'].map(x, x.replace('a', x.replace('a', x)))[0] == ''`,
		`[${row(100, 'object.name', ',')}].join('${'a'.repeat(1000)}').replace('a', '${'b'.repeat(1000)}') == ''`,
	]) {
		const {program} = compile(expression, environment);
		t.throws(() => program!.evaluate({get: () => object}, new Meter(1_000_000)), {
			message: /actual cost limit exceeded|no such overload/,
		});
	}
});

/** A value as the recorded answers show it. */
const shown = (value: Value): unknown => {
	if (typeof value === 'bigint') {
		return Number(value);
	}

	if (typeof value === 'number') {
		return {double: value};
	}

	if (value === null || typeof value !== 'object') {
		return value;
	}

	const elements = elementsOf(value);
	const entries = entriesOf(value);
	return (
		elements?.map((item) => shown(item)) ??
		(entries
			? {
					map: entries
						.map(([key, item]) => [String(key), shown(item)])
						.sort(([a], [b]) => (String(a) < String(b) ? -1 : 1)),
				}
			: 'a type')
	);
};

/** Doubles are compared by their values, not by their texts. */
const readable = (value: unknown): unknown => {
	if (Array.isArray(value)) {
		return value.map((item) => readable(item));
	}

	if (typeof value === 'string') {
		const number = /^double:(.*)$/.exec(value)?.[1]?.replace('Inf', 'Infinity');
		return number === undefined ? (value.startsWith('type:') ? 'a type' : value) : {double: Number(number)};
	}

	return isRecord(value) ? {map: readable(value['map'])} : value;
};

test('expressions are compiled and evaluated as by the libraries of Kubernetes', (t) => {
	const [world] = libraryCases<{readonly object: Record<string, unknown>}>('cel-object');
	const cases = libraryCases<{readonly text: string; readonly answer: LibraryAnswer<unknown>}>('cel');
	t.true(cases.length > 700);
	for (const {text, answer} of cases) {
		const {program, issues} = compile(text, {variables: {object: dyn}, functions: kubernetesFunctions});
		const evaluated = (): unknown =>
			shown(program?.evaluate({get: (name) => (name === 'object' ? world?.object : undefined)}) ?? null);
		const given = program ? answerOf(evaluated) : {error: String(issues)};
		const expected = 'error' in answer ? answer : {result: readable(answer.result)};
		t.deepEqual(given, expected, text);
		if (program && 'type' in answer) {
			t.is(formatType(program.type), String(answer.type), text);
		}
	}
});

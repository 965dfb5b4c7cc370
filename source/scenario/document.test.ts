import test from 'ava';
import {amount, anything, boolean, list, mapOf, number, oneOf, readDocument, record, text} from './document.js';
import {closest, Mistake, Mistakes, printable} from './mistake.js';

const shape = record(
	{
		name: text,
		replicas: number,
		cpu: amount,
		ready: boolean,
		effect: oneOf(['NoSchedule', 'NoExecute']),
		labels: mapOf(text),
		ports: list(record({port: number}, ['port'])),
		more: anything,
	},
	['name'],
);

const mistakesIn = (source: string): string[] => {
	try {
		readDocument(source, 'file.yaml', shape);
		return [];
	} catch (error) {
		if (error instanceof Mistakes) {
			return error.all.map(String);
		}

		throw error;
	}
};

test('what is nested too deeply is refused in words of an author', (t) => {
	t.regex(mistakesIn(`more: ${'['.repeat(30_000)}`).join(''), /nested too deeply/);
});

test('a file that fits its shape is read as plain values', (t) => {
	const source =
		'name: web\nreplicas: 2\ncpu: 4\nready: true\neffect: NoExecute\nlabels: {app: web}\nports: [{port: 80}]\n';
	t.deepEqual(readDocument(source, 'file.yaml', shape).value, {
		name: 'web',
		replicas: 2,
		cpu: '4',
		ready: true,
		effect: 'NoExecute',
		labels: {app: 'web'},
		ports: [{port: 80}],
	});
});

for (const [what, source, expected] of [
	[
		'an unknown field',
		'name: web\nreplica: 2\n',
		['file.yaml:2:1  unknown field "replica"\n  did you mean "replicas"?'],
	],
	[
		'a field unlike any',
		'name: web\nzzzzzzzz: 2\n',
		['file.yaml:2:1  unknown field "zzzzzzzz"\n  known here: name, replicas, cpu, ready, effect, labels, ports, more'],
	],
	['a missing field', 'replicas: 2\n', ['file.yaml:1:1  missing field "name"']],
	['a wrong type', 'name: web\nreplicas: two\n', ['file.yaml:2:11  expected a non-negative number']],
	['a number below zero', 'name: web\nreplicas: -1\n', ['file.yaml:2:11  expected a non-negative number']],
	['a map for a list', 'name: web\nports: {port: 80}\n', ['file.yaml:2:8  expected a list, each item a map with port']],
	['a scalar for a map', 'name: web\nlabels: app\n', ['file.yaml:2:9  expected a map, each value text']],
	[
		'a misspelt choice',
		'name: web\neffect: NoExcute\n',
		['file.yaml:2:9  expected one of NoSchedule, NoExecute\n  did you mean "NoExecute"?'],
	],
	['a place deep inside', 'name: web\nports:\n  - port: 80\n  - prot: 81\n', 2],
	['a field given twice', 'name: web\nname: api\n', 1],
	['a tab for indentation', 'labels:\n\tapp: web\n', 1],
	['no map at all', '- web\n', 1],
	['nothing', '', 1],
	['a field named __proto__', 'name: web\n__proto__: {polluted: true}\n', 1],
	[
		'an alias',
		'name: &a web\nlabels: {app: *a}\n',
		['file.yaml:2:15  YAML aliases are not allowed here\n  write the value out'],
	],
] as ReadonlyArray<readonly [string, string, readonly string[] | number]>) {
	test(`a mistake says where it is and what to do: ${what}`, (t) => {
		const found = mistakesIn(source);
		if (typeof expected === 'number') {
			t.is(found.length >= 1, true);
			t.true(found.length <= expected, found.join('\n'));
			for (const line of found) {
				t.regex(line, /^file\.yaml:\d+:\d+ {2}/);
			}
		} else {
			t.deepEqual(found, expected);
		}

		t.is(Reflect.get({}, 'polluted'), undefined);
	});
}

test('all mistakes in a file are reported at once', (t) => {
	t.is(mistakesIn('nam: web\nreplicas: two\ncpu: []\n').length, 4);
});

test('a file over the limit is refused without being read', (t) => {
	t.deepEqual(mistakesIn(`name: ${'x'.repeat(3 * 1024 * 1024)}`), [
		'file.yaml  the file has 3145734 characters, over the limit of 3145728',
	]);
});

test('the place of a value is found by its path, or that of its nearest surroundings', (t) => {
	const {placeOf} = readDocument('name: web\nports:\n  - port: 80\n', 'file.yaml', shape);
	t.deepEqual(placeOf(['ports', 0, 'port']), {file: 'file.yaml', line: 3, column: 11});
	t.deepEqual(placeOf(['ports', 4, 'port']), {file: 'file.yaml', line: 3, column: 3});
	t.deepEqual(placeOf(['labels']), {file: 'file.yaml', line: 1, column: 1});
});

test('the closest word is one that a slip of the finger explains', (t) => {
	t.is(closest('kube-scheduller', ['kube-scheduler', 'kubelet']), 'kube-scheduler');
	t.is(closest('ND', ['N1', 'D2']), 'N1');
	t.is(closest('scheduler', ['kubelet', 'etcd']), undefined);
	t.is(closest('foo', ['who']), undefined);
});

test('text from outside cannot move the cursor, change colours, ring or turn the direction of writing', (t) => {
	t.is(printable('a\u001B[31mb\u0007\u202Ec\r'), 'a\\x1b[31mb\\x07\\u202ec\\x0d');
	t.is(printable('two\n\tlines'), 'two\n\tlines');
	t.is(new Mistake('\u001B[2J', {file: 'x'}).toString(), 'x  \\x1b[2J');
});

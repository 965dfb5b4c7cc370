import test from 'ava';
import type {KubernetesObject} from '../../objects/kubernetes-object.js';
import type {CustomVersion} from '../../objects/custom-version.js';
import {customPrinter} from './printer.js';

const object = {
	metadata: {name: 'a'},
	spec: {
		size: 2.9,
		text: 5,
		none: null,
		list: ['x', 'y'],
		map: {b: 1, a: '<'},
		on: true,
		when: '2026-01-01T00:00:00Z',
		wrong: 'soon',
		empty: '',
	},
	status: {conditions: [{type: 'Ready', status: 'True'}]},
} as unknown as KubernetesObject;

const cellOf = (type: string, jsonPath: string): unknown => {
	const printer = customPrinter({columns: [{name: 'X', type, jsonPath}]} as unknown as CustomVersion);
	const [, column] = printer.columns as unknown as Array<{cell: (object: unknown, nowMs: number) => unknown}>;
	return column!.cell(object, Date.parse('2026-01-01T01:00:00Z'));
};

const cells: ReadonlyArray<[string, string, unknown]> = [
	['integer', '.spec.size', 2],
	['integer', '.spec.when', null],
	['number', '.spec.size', 2.9],
	['boolean', '.spec.on', true],
	['string', '.spec.text', '5'],
	['string', '.spec.none', '<no value>'],
	['string', '.spec.nothing', null],
	['string', '.spec.constructor', null],
	['string', '.spec.list', '["x","y"]'],
	['string', '.spec.list[1]', 'y'],
	['string', '.spec.list[5]', null],
	['string', '.spec.list[*]', 'x'],
	['string', '.spec.map', '{"a":"\\u003c","b":1}'],
	['string', '.status.conditions[?(@.type=="Ready")].status', 'True'],
	['date', '.spec.when', '60m'],
	['date', '.spec.wrong', '<invalid>'],
	['date', '.spec.empty', '<unknown>'],
	['date', '.spec.size', null],
	['date', '.spec.none', null],
];

for (const [type, path, cell] of cells) {
	test(`a column of the type ${type} shows ${path} as ${JSON.stringify(cell)}`, (t) => {
		t.is(cellOf(type, path), cell);
	});
}

test('columns end before one whose path cannot be read', (t) => {
	const columns = ['.spec.size', '.a[', '.spec.on'].map((jsonPath) => ({name: jsonPath, type: 'string', jsonPath}));
	const printer = customPrinter({columns} as unknown as CustomVersion);
	t.deepEqual(
		printer.columns.map(({name}) => name),
		['Name', '.spec.size'],
	);
});

import test from 'ava';
import {setOf, union} from './field-set.js';
import {entriesOfParent, entriesOfScale} from './scale-entries.js';
import type {ManagedEntry} from './managed-entry.js';

const replicas = ['f:spec', 'f:replicas'];
const paths = () => replicas;
const both = union(setOf(...replicas), setOf('f:spec', 'f:selector'));
const time = '2026-01-01T00:00:00Z';

const entry = (
	manager: string,
	operation: 'Apply' | 'Update',
	fieldsV1 = both,
	more: Partial<ManagedEntry> = {},
): ManagedEntry => ({manager, operation, apiVersion: 'apps/v1', fieldsType: 'FieldsV1', fieldsV1, ...more});
const scale = (manager: string, operation: 'Apply' | 'Update', subresource = 'scale'): ManagedEntry => ({
	...entry(manager, operation, setOf(...replicas), {subresource}),
	apiVersion: 'autoscaling/v1',
	time,
});

const rows = (entries: readonly ManagedEntry[]): readonly string[] =>
	entries.map(
		({manager, operation, apiVersion, fieldsV1, subresource, time: when}) =>
			`${manager} ${operation} ${apiVersion} ${subresource ?? '-'} ${JSON.stringify(fieldsV1)} ${when ?? 'no time'}`,
	);

const selector = '{"f:spec":{"f:selector":{}}}';
const stolen = '{"f:spec":{"f:replicas":{}}}';

const cases: ReadonlyArray<
	readonly [title: string, parent: ManagedEntry, scaled: ManagedEntry, expected: readonly string[]]
> = [
	[
		'who updates the Scale takes the replicas from who applied the object',
		entry('test', 'Apply'),
		scale('scaler', 'Update'),
		[`test Apply apps/v1 - ${selector} no time`, `scaler Update apps/v1 scale ${stolen} no time`],
	],
	[
		'who applies the Scale takes them from who updated the object',
		entry('test', 'Update'),
		scale('scaler', 'Apply'),
		[`test Update apps/v1 - ${selector} no time`, `scaler Apply apps/v1 scale ${stolen} no time`],
	],
	[
		'the same name through the Scale is another writer',
		entry('test', 'Apply'),
		scale('test', 'Apply'),
		[`test Apply apps/v1 - ${selector} no time`, `test Apply apps/v1 scale ${stolen} no time`],
	],
	[
		'who applied the object and was not overruled in the Scale keeps its entry',
		entry('test', 'Apply', both, {time}),
		scale('test', 'Apply', ''),
		[`test Apply apps/v1 - {"f:spec":{"f:replicas":{},"f:selector":{}}} ${time}`],
	],
	[
		'the replicas of who updated the object become an entry of their own, though nobody changed them',
		entry('test', 'Update', both, {time}),
		scale('test', 'Update', ''),
		[`test Update apps/v1 - ${selector} ${time}`, `test Update apps/v1 - ${stolen} no time`],
	],
	[
		'who had nothing but the replicas has no entry any more',
		entry('test', 'Apply', setOf(...replicas)),
		scale('scaler', 'Update'),
		[`scaler Update apps/v1 scale ${stolen} no time`],
	],
	[
		'who owns something else in the Scale owns nothing of the object',
		entry('test', 'Apply', setOf('f:spec', 'f:selector')),
		{...scale('scaler', 'Update'), fieldsV1: setOf('f:status', 'f:replicas')},
		[`test Apply apps/v1 - ${selector} no time`],
	],
];

for (const [title, parent, scaled, expected] of cases) {
	test(title, (t) => {
		t.deepEqual(rows(entriesOfParent([parent], [scaled], 'apps/v1', paths)), expected);
	});
}

test('a Scale shows who owns the replicas, in its own version', (t) => {
	const entries = [entry('other', 'Apply', setOf('f:spec', 'f:selector')), entry('test', 'Apply', both, {time})];
	t.deepEqual(rows(entriesOfScale(entries, paths)), [`test Apply autoscaling/v1 - ${stolen} ${time}`]);
});

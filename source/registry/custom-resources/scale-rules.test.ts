import test from 'ava';
import type {FieldError} from '../../objects/field-error.js';
import {checkEmbedded} from './embedded.js';
import type {CustomSchema} from '../../objects/custom-version.js';
import {checkScalePaths} from './scale-rules.js';
import {prepareCustomForUpdate, warnOfFinalizers} from './intake.js';

const scale = {specReplicasPath: '.spec.n', statusReplicasPath: '.status.n', labelSelectorPath: '.status.s'};

test('what a Scale could not say is refused, of the status alone where that changes', (t) => {
	const table: ReadonlyArray<readonly [object, readonly string[]]> = [
		[{}, []],
		[{spec: null, status: {}}, []],
		[{spec: {n: 1}, status: {n: 2, s: 'a=b'}}, []],
		[{spec: {n: -1}}, ['.spec.n: should be a non-negative integer']],
		[{spec: {n: 2 ** 31}}, ['.spec.n: should be less than or equal to 2147483647']],
		[{spec: {n: 'x'}}, ['.spec.n: .spec.n accessor error: x is of the type string, expected int64']],
		[{spec: 1}, ['.spec.n: .spec.n accessor error: 1 is of the type int64, expected map[string]interface{}']],
		[
			{status: {n: 1.5, s: 1}},
			[
				'.status.n: .status.n accessor error: 1.5 is of the type float64, expected int64',
				'.status.s: .status.s accessor error: 1 is of the type int64, expected string',
			],
		],
	];
	for (const [object, expected] of table) {
		const errors: FieldError[] = [];
		checkScalePaths(errors, object, scale);
		t.deepEqual(
			errors.map(({field, detail}) => `${field}: ${detail}`),
			expected,
		);
	}

	const errors: FieldError[] = [];
	checkScalePaths(errors, {spec: {n: -1}, status: {n: -1}}, scale, true);
	t.deepEqual(
		errors.map(({field}) => field),
		['.status.n'],
	);
});

test('an object inside of another says what it is, wherever it is', (t) => {
	const embedded = {
		type: 'object',
		'x-kubernetes-embedded-resource': true,
		'x-kubernetes-preserve-unknown-fields': true,
	} as CustomSchema;
	const schema: CustomSchema = {
		type: 'object',
		properties: {
			one: embedded,
			list: {type: 'array', items: embedded},
			map: {type: 'object', additionalProperties: embedded},
		},
	};
	const errors: FieldError[] = [];
	checkEmbedded(
		errors,
		{
			one: {apiVersion: 'v1', kind: ''},
			list: [
				{apiVersion: 'v1', kind: 'Pod', metadata: {generateName: 'x-'}},
				{apiVersion: 'a/b/c', kind: 'a_b'},
			],
			map: {x: {apiVersion: 'v1', kind: 'Pod', metadata: {name: 'a/b', namespace: 'A'}}},
		},
		schema,
	);
	t.deepEqual(
		errors.map(({field, type}) => `${field} ${type}`),
		[
			'one.kind FieldValueRequired',
			'list[1].apiVersion FieldValueInvalid',
			'list[1].kind FieldValueInvalid',
			'map[x].metadata.name FieldValueInvalid',
			'map[x].metadata.namespace FieldValueInvalid',
		],
	);
});

test('of finalizers that are new one is told when anybody could have them', (t) => {
	const of = (...finalizers: string[]) => ({metadata: {finalizers}});
	t.deepEqual(warnOfFinalizers(of('z.example.com', 'orphan', 'kubernetes', 'a.example.com/x', 'b'), of('b')), [
		'metadata.finalizers: "z.example.com": prefer a domain-qualified finalizer name including a path (/) to avoid accidental conflicts with other finalizer writers',
	]);
	t.deepEqual(
		warnOfFinalizers(of('b', 'b', 'a'), undefined),
		['a', 'b'].map(
			(name) =>
				`metadata.finalizers: "${name}": prefer a domain-qualified finalizer name to avoid accidental conflicts with other finalizer writers`,
		),
	);
});

test('an update of the status changes nothing else, but who owns what', (t) => {
	const custom = {
		schema: {},
		listKind: 'XList',
		storedVersion: 'v1',
		hasStatus: true,
		columns: [],
		selectableFields: [],
	};
	const x = {apiVersion: 'example.com/v1', kind: 'X'};
	const old = {...x, metadata: {name: 'a', labels: {x: 'y'}, managedFields: []}, spec: 1, status: 1};
	const managedFields = [{manager: 'm'}];
	const updated = prepareCustomForUpdate(
		{...x, metadata: {name: 'a', managedFields}, spec: 2, status: 2},
		old,
		custom,
		'status',
	);
	const metadata: object = {name: 'a', labels: {x: 'y'}, managedFields};
	t.like(updated, {...x, metadata, spec: 1, status: 2});
	t.deepEqual(Object.keys(updated), Object.keys(old));
});

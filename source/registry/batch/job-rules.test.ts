import test from 'ava';
import {formatError} from '../../objects/field-error.js';
import {setDefaults, validateCreate, validateUpdate} from '../../testing/intake.js';

const job = (spec: object, status: object = {}): object => ({
	apiVersion: 'batch/v1',
	kind: 'Job',
	metadata: {name: 'sum', namespace: 'default', resourceVersion: '1'},
	spec: {
		completions: 4,
		selector: {matchLabels: {app: 'sum'}},
		manualSelector: true,
		template: {
			metadata: {labels: {app: 'sum'}},
			spec: {restartPolicy: 'Never', containers: [{name: 'main', image: 'busybox'}]},
		},
		...spec,
	},
	status,
});
const indexed = {completionMode: 'Indexed', backoffLimitPerIndex: 1};
const conditions = (...types: readonly string[]): object => ({
	conditions: types.map((type) => ({type, status: 'True'})),
});
const times = {startTime: '2026-01-01T00:00:00Z', completionTime: '2026-01-01T00:01:00Z'};

const refusals: ReadonlyArray<readonly [string, object, object, object, readonly string[]]> = [
	[
		'is complete without a time',
		{},
		{...conditions('SuccessCriteriaMet', 'Complete'), startTime: times.startTime},
		{},
		['status.completionTime: Required value: completionTime is required for Complete jobs'],
	],
	[
		'is complete without the reason for it',
		{},
		{...conditions('Complete'), ...times},
		{},
		[
			'status.conditions: Invalid value: cannot set Complete=True condition without the SuccessCriteriaMet=true condition',
		],
	],
	[
		'has ended before it started',
		{},
		{...conditions('SuccessCriteriaMet', 'Complete'), startTime: times.completionTime, completionTime: times.startTime},
		{},
		['status.completionTime: Invalid value: "2026-01-01T00:00:00Z": must be equal to or after `startTime`'],
	],
	[
		'has ended and still runs Pods',
		{},
		{...conditions('FailureTarget', 'Failed'), startTime: times.startTime, active: 1},
		{},
		['status.active: Invalid value: 1: active>0 is invalid for finished job'],
	],
	[
		'counts indexes that it does not have',
		indexed,
		{completedIndexes: '0,4', failedIndexes: '1-'},
		{},
		[
			'status.completedIndexes: Invalid value: "0,4": error parsing completedIndexes: too large index: "4"',
			'status.failedIndexes: Invalid value: "1-": error parsing failedIndexes: cannot convert string to integer for index: ""',
		],
	],
	[
		'counts an index twice',
		indexed,
		{completedIndexes: '0-2', failedIndexes: '2,3'},
		{},
		['status.failedIndexes: Invalid value: "2,3": failedIndexes and completedIndexes overlap at index: 2'],
	],
	[
		'has more Pods ready than active',
		{},
		{active: 1, ready: 2},
		{},
		['status.ready: Invalid value: 2: cannot set more ready pods than active'],
	],
	[
		'takes back what it has counted and how it ended',
		{},
		{failed: 1, startTime: times.startTime},
		{...conditions('FailureTarget', 'Failed'), failed: 2, startTime: times.startTime},
		[
			'status.conditions: Invalid value: cannot disable the terminal Failed=True condition',
			'status.conditions: Invalid value: cannot disable the terminal FailureTarget=True condition',
			'status.failed: Invalid value: 1: cannot decrease the failed counter',
		],
	],
];

for (const [title, spec, status, before, errors] of refusals) {
	test(`a status is refused in which a Job ${title}`, (t) => {
		const found = validateUpdate(setDefaults(job(spec, status)), setDefaults(job(spec, before)), 'status');
		t.deepEqual(
			found.map((error) => formatError(error)),
			errors,
		);
	});
}

test('what was wrong in the status before does not stop what else is written', (t) => {
	const wrong = {...conditions('Complete'), completedIndexes: '9'};
	t.deepEqual(validateUpdate(setDefaults(job({}, {...wrong, failed: 1})), setDefaults(job({}, wrong)), 'status'), []);
});

test('the time zone "Local" is refused, whatever its case', (t) => {
	const {spec} = job({}) as {spec: {template: object}};
	const errorsOf = (timeZone: string): string[] =>
		validateCreate(
			setDefaults({
				apiVersion: 'batch/v1',
				kind: 'CronJob',
				metadata: {name: 'a', namespace: 'default'},
				spec: {schedule: '* * * * *', timeZone, jobTemplate: {spec: {template: spec.template}}},
			} as object),
		).map(({detail}) => detail);
	const explicit = 'timeZone must be an explicit time zone as defined in https://www.iana.org/time-zones';
	t.deepEqual(errorsOf('Local'), [explicit]);
	t.deepEqual(errorsOf('local'), [explicit, 'unknown time zone local']);
});

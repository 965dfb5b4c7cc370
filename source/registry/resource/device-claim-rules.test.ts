import test from 'ava';
import type {DeviceClaim} from '../../objects/kubernetes.generated.js';
import {formatError, type FieldError} from '../../objects/field-error.js';
import {checkDeviceClaim} from './device-claim-rules.js';

const exactly = {deviceClassName: 'gpu', allocationMode: 'ExactCount', count: 1} as const;
const selector = (expression: string) => ({cel: {expression}});

const table: ReadonlyArray<readonly [when: string, claim: DeviceClaim, errors: readonly string[]]> = [
	['all is well', {requests: [{name: 'gpu', exactly: {...exactly, selectors: [selector('true')]}}]}, []],
	['nothing is asked for', JSON.parse('{"requests": null}'), []],
	[
		'a request asks for nothing',
		{requests: [{name: 'gpu'}]},
		['requests[0]: Required value: exactly one of `exactly` or `firstAvailable` is required'],
	],
	[
		'no class is named',
		{requests: [{name: 'gpu', exactly: {...exactly, deviceClassName: ''}}]},
		['requests[0].exactly.deviceClassName: Required value'],
	],
	[
		'a selector does not compile',
		{requests: [{name: 'gpu', exactly: {...exactly, selectors: [selector('device.speed > 1')]}}]},
		[
			'requests[0].exactly.selectors[0].cel.expression: Invalid value: "device.speed > 1": compilation failed: ERROR: <input>:1:7: undefined field \'speed\'\n | device.speed > 1\n | ......^',
		],
	],
	[
		'a selector is no condition',
		{requests: [{name: 'gpu', exactly: {...exactly, selectors: [selector('device.driver')]}}]},
		[
			'requests[0].exactly.selectors[0].cel.expression: Invalid value: "device.driver": must evaluate to bool or the unknown type, not string',
		],
	],
	[
		'a count goes with all devices',
		{requests: [{name: 'gpu', exactly: {...exactly, allocationMode: 'All'}}]},
		["requests[0].exactly.count: Invalid value: 1: must not be specified when allocationMode is 'All'"],
	],
	[
		'two requests have one name, and a constraint names a third',
		{
			requests: [
				{name: 'gpu', exactly},
				{name: 'gpu', exactly},
			],
			constraints: [{requests: ['tpu']}],
		},
		[
			'requests[1].name: Duplicate value: "gpu"',
			'constraints[0].requests[0]: Invalid value: "tpu": must be the name of a request in the claim or the name of a request and a subrequest separated by \'/\'',
			'constraints[0].matchAttribute: Required value',
		],
	],
];

for (const [when, claim, expected] of table) {
	test(`what is wrong with a claim for devices when ${when}`, (t) => {
		const errors: FieldError[] = [];
		checkDeviceClaim(errors, 'spec.devices', claim);
		t.deepEqual(
			errors.map((error) => formatError(error)),
			expected.map((text) => `spec.devices.${text}`),
		);
	});
}

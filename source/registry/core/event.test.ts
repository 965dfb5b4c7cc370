import test from 'ava';
import {formatError} from '../../objects/field-error.js';
import {validateCreate, validateUpdate} from '../../testing/intake.js';

const event = (fields: object) => ({
	apiVersion: 'v1',
	kind: 'Event',
	metadata: {name: 'web.1', namespace: 'default', resourceVersion: '1'},
	involvedObject: {namespace: 'default', kind: 'Pod', name: 'web'},
	...fields,
});

const create = (fields: object, requested: string): string[] =>
	validateCreate(event(fields), requested).map((error) => formatError(error));

test('an Event of the core group takes what an Event of events.k8s.io does not', (t) => {
	t.deepEqual(create({}, 'v1'), []);
	t.deepEqual(create({count: 2}, 'events.k8s.io/v1'), [
		'eventTime: Required value',
		'type: Invalid value: "": has invalid value: ',
		'count: Invalid value: "": needs to be unset',
	]);
});

test('an Event with a time says who reports what', (t) => {
	const eventTime = '2026-01-01T00:00:00.000000Z';
	t.deepEqual(create({eventTime}, 'v1').slice(0, 1), ['reportingComponent: Required value']);
	t.deepEqual(create({eventTime, type: 'Normal', reportingComponent: 'a', action: 'b'}, 'events.k8s.io/v1'), [
		'reportingInstance: Required value',
		'reason: Required value',
	]);
});

test('of an Event of events.k8s.io only the series goes on', (t) => {
	const update = (requested: string) =>
		validateUpdate(event({message: 'new'}), event({message: 'old'}), '', requested).map((error) => formatError(error));
	t.deepEqual(update('v1'), []);
	t.deepEqual(update('events.k8s.io/v1'), ['message: Invalid value: "new": field is immutable']);
});

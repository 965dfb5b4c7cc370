import test from 'ava';
import {parseFieldSelector} from '../objects/field-selector.js';
import {resources, type Resource} from '../objects/resources.js';
import {matchesFields, unsupportedField} from './field-selection.js';

const [pods, configMaps, jobs, events] = ['pods', 'configmaps', 'jobs', 'events'].map((plural) =>
	resources.find((resource) => resource.plural === plural && resource.version === 'v1'),
) as [Resource, Resource, Resource, Resource];
const pod = {
	apiVersion: 'v1',
	kind: 'Pod',
	metadata: {name: 'web', namespace: 'default'},
	spec: {nodeName: 'node-a'},
	status: {phase: 'Running', podIPs: [{ip: '10.0.0.1'}]},
};

test('field selectors: which objects match', (t) => {
	const table: ReadonlyArray<readonly [string, boolean]> = [
		['', true],
		['metadata.name=web', true],
		['spec.nodeName=node-a,status.phase!=Failed', true],
		['spec.nodeName=', false],
		['spec.hostNetwork=false', true],
		['status.podIPs=10.0.0.1', true],
		['metadata.namespace==other', false],
	];
	for (const [text, expected] of table) {
		t.is(matchesFields(parseFieldSelector(text), pods, pod), expected, text);
	}
});

test('field selectors: what is not supported', (t) => {
	t.is(unsupportedField(pods, 'spec.priority'), 'field label not supported: spec.priority');
	t.is(unsupportedField(pods, 'spec.nodeName'), undefined);
	t.is(
		unsupportedField(configMaps, 'data.a'),
		'"data.a" is not a known field selector: only "metadata.name", "metadata.namespace"',
	);
	t.is(unsupportedField(jobs, 'status.successful'), undefined);
	t.is(unsupportedField(pods, 'constructor'), 'field label not supported: constructor');
});

test('both versions of events are selected by the object that they are about', (t) => {
	const event = {
		apiVersion: 'v1',
		kind: 'Event',
		metadata: {name: 'e', namespace: 'default'},
		involvedObject: {kind: 'Pod', name: 'web'},
	};
	t.true(matchesFields(parseFieldSelector('involvedObject.name=web'), events, event));
	const newer = {...events, group: 'events.k8s.io'};
	t.true(matchesFields(parseFieldSelector('regarding.name=web'), newer, event));
	t.false(matchesFields(parseFieldSelector('regarding.name=db'), newer, event));
});

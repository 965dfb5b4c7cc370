import test from 'ava';
import {formatFieldSelector, matchesFields, parseFieldSelector, unsupportedField} from './field-selector.js';
import {resourceNamed} from './resources.js';

const pods = resourceNamed('pods')!;
const pod = {
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

test('field selectors: what is not understood and what is not supported', (t) => {
	t.throws(() => parseFieldSelector('status.phase'), {
		message: "invalid selector: 'status.phase'; can't understand 'status.phase'",
	});
	t.is(unsupportedField(pods, 'spec.priority'), 'field label not supported: spec.priority');
	t.is(unsupportedField(pods, 'spec.nodeName'), undefined);
	t.is(
		unsupportedField(resourceNamed('configmaps')!, 'data.a'),
		'"data.a" is not a known field selector: only "metadata.name", "metadata.namespace"',
	);
	t.is(unsupportedField(resourceNamed('jobs.batch')!, 'status.successful'), undefined);
});

test('field selectors: values are escaped', (t) => {
	const requirements = [{field: 'metadata.name', operator: '=', value: 'a,b=c\\'}] as const;
	t.deepEqual(parseFieldSelector(formatFieldSelector(requirements)), [...requirements]);
});

import test from 'ava';
import {symptoms} from '../../../diagnosis/table.js';
import {endRows, lastEndRows} from '../../../diagnosis/rows/containers.js';
import {lastOutageRows, outageRemarks} from '../../../diagnosis/rows/outages.js';
import {idleRows} from '../../../diagnosis/rows/idle.js';
import {remarkRows} from '../../../diagnosis/rows/probes.js';
import {rolloutRows} from '../../../diagnosis/rows/rollout.js';
import {lastRows} from '../../../diagnosis/rows/workloads.js';
import {catalogue, entryMeant, entryOfObservation} from './catalogue.js';

test('numbers and names are there once', (t) => {
	t.is(new Set(catalogue.map(({id}) => id)).size, catalogue.length);
	t.is(new Set(catalogue.map(({name}) => name)).size, catalogue.length);
});

test('every symptom of the diagnosis has an entry, and an entry names no other', (t) => {
	const known = new Set(
		[
			...symptoms,
			...idleRows,
			...rolloutRows,
			...endRows,
			...lastEndRows,
			...remarkRows,
			...lastRows,
			...lastOutageRows,
			...outageRemarks,
		].map(({symptom}) => symptom),
	);
	const named = catalogue.flatMap((entry) => entry.symptoms ?? []);
	t.deepEqual(
		[...known].filter((symptom) => !named.includes(symptom)),
		[],
	);
	t.deepEqual(
		named.filter((symptom) => !known.has(symptom)),
		[],
	);
	// Of two entries with one symptom and without words, the second is never found.
	const wordless = catalogue.flatMap(({words, symptoms: own = []}) => (words ? [] : own));
	t.deepEqual(wordless, [...new Set(wordless)]);
});

const words = [
	['no matches for kind "Tea" in version "example.com/v1"', 'W010'],
	[
		'Deployment in version "v1" cannot be handled as a Deployment: strict decoding error: unknown field "spec.foo"',
		'W011',
	],
	[
		'json: cannot unmarshal number into Go struct field EnvVar.spec.template.spec.containers.env.value of type string',
		'W013',
	],
	[
		'The Deployment "web" is invalid: spec.template.metadata.labels: Invalid value: {"a":"b"}: `selector` does not match template `labels`',
		'W026',
	],
	[
		'The CustomResourceDefinition "x" is invalid: metadata.annotations: Too long: may not be more than 262144 bytes',
		'W027',
	],
	['The Deployment "web" is invalid: spec.selector: Invalid value: {}: field is immutable', 'W015'],
	['namespaces "shop" not found', 'W016'],
	['pods "web" is forbidden: exceeded quota: q, requested: pods=1, used: pods=1, limited: pods=1', 'W018'],
	['pods "web" is forbidden: violates PodSecurity "restricted:latest": runAsNonRoot != true', 'W020'],
	['pods "web" is forbidden: error looking up service account default/x: serviceaccount "x" not found', 'W023'],
	['The Service "web" is invalid: spec.ports: Required value', 'W014'],
	['something new', 'W028'],
] as const;

for (const [message, id] of words) {
	test(`a refusal has its number: ${message.slice(0, 60)}`, (t) => {
		t.is(entryOfObservation({kind: 'refused', message}).id, id);
	});
}

test('an autoscaler without metrics is told apart from one in a cluster that serves none', (t) => {
	const idOf = (message: string) => entryOfObservation({kind: 'stuck', symptom: 'autoscaler metrics', message}).id;
	t.is(idOf('the server could not find the requested resource (get pods.metrics.k8s.io)'), 'W078');
	t.is(idOf('failed to get cpu utilization: missing request for cpu in container main of Pod web'), 'W077');
});

test('an entry is found by its number, its name, or both', (t) => {
	for (const word of ['W012', 'w12', 'service-selects-nothing', 'W012-service-selects-nothing']) {
		t.is(entryMeant(word)?.id, 'W012', word);
	}

	t.is(entryMeant('W012-image-pull'), undefined);
	t.is(entryMeant('W999'), undefined);
});

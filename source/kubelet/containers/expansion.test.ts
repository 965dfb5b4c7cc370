import test from 'ava';
import {RuntimeError} from '../../cri/messages.js';
import type {Container, Pod} from '../../objects/kubernetes.generated.js';
import {environment, type Sources} from './environment.js';
import {expand, Expansion} from './expansion.js';

const known = new Map([
	['A', '1'],
	['EMPTY', ''],
	['__proto__', 'own'],
]);

for (const [text, expanded] of [
	['$(A)', '1'],
	['$(A)-$(A)', '1-1'],
	['$$(A)', '$(A)'],
	['$$$(A)', '$1'],
	['$(EMPTY)', ''],
	['$(UNKNOWN) $A $( $', '$(UNKNOWN) $A $( $'],
	['$(constructor)$(toString)', '$(constructor)$(toString)'],
	['$(__proto__)', 'own'],
] as const) {
	test(`${text} becomes ${JSON.stringify(expanded)}`, (t) => {
		t.is(expand(text, known), expanded);
	});
}

const sources: Sources = {
	configMaps: new Map(),
	secrets: new Map(),
	services: [],
	node: {apiVersion: 'v1', kind: 'Node', metadata: {name: 'node-a'}, spec: {}, status: {}},
	volume: () => undefined,
	podIPs: [],
	hostIPs: [],
};

const podWith = (container: Container): Pod => ({
	apiVersion: 'v1',
	kind: 'Pod',
	metadata: {name: 'p', namespace: 'default', uid: 'u', creationTimestamp: '', resourceVersion: ''},
	spec: {containers: [container]},
	status: {},
});

const variablesOf = (
	env: ReadonlyArray<{readonly name: string; readonly value: string}>,
): ReadonlyMap<string, string> => {
	const container = {name: 'main', image: 'busybox:1.36', env};
	return new Map(environment(podWith(container), container, sources).map(({key, value = ''}) => [key, value]));
};

test('a variable has the values of those before it, whatever its name', (t) => {
	const variables = variablesOf([
		{name: '__proto__', value: 'a'},
		{name: 'B', value: '$(__proto__)b$(C)'},
		{name: 'C', value: 'late'},
	]);
	t.is(variables.get('B'), 'ab$(C)');
	t.is(variables.get('__proto__'), 'a');
});

// With a copy of all variables for each of them, this would take many minutes.
test('each of many variables looks at those before it without copying them', (t) => {
	const count = 30_000;
	const variables = variablesOf(
		Array.from({length: count}, (_, index) => ({name: `V${index}`, value: index === 0 ? 'x' : `$(V${index - 1})`})),
	);
	t.is(variables.get(`V${count - 1}`), 'x');
});

const tooLarge = {
	instanceOf: RuntimeError,
	message: /^rpc error: code = ResourceExhausted desc = grpc: received message larger than max \(\d+ vs\. 16777216\)$/,
};

test('variables that double one another are longer than a call to containerd may be', (t) => {
	const doubling = Array.from({length: 64}, (_, index) => ({
		name: `V${index}`,
		value: index === 0 ? 'x' : `$(V${index - 1})$(V${index - 1})`,
	}));
	t.is(variablesOf(doubling.slice(0, 20)).get('V19')?.length, 2 ** 19);
	t.throws(() => variablesOf(doubling), tooLarge);
});

test('the arguments of a container together are as long as a call may be', (t) => {
	const expansion = new Expansion(new Map([['A', 'x'.repeat(1024 * 1024)]]));
	for (let count = 0; count < 16; count++) {
		expansion.expand('$(A)');
	}

	t.throws(() => expansion.expand('x'), tooLarge);
});

import test from 'ava';
import type {Container} from '../../../objects/kubernetes.generated.js';
import {KubectlWorld} from '../../../testing/kubectl-world.js';
import type {Unstructured} from '../../../objects/unstructured.js';
import {conditionOf, splitExpression} from '../read/wait-condition.js';

const worldWith = (...containers: readonly Container[]): KubectlWorld => {
	const world = new KubectlWorld();
	const labels = {app: 'web'};
	world.create('deployments.apps', {
		metadata: {name: 'web', namespace: 'default'},
		spec: {selector: {matchLabels: labels}, template: {metadata: {labels}, spec: {containers}}},
	});
	return world;
};

const lines: ReadonlyArray<[line: string, stdout: string, stderr: string, patch: unknown]> = [
	[
		'set image deploy/web a=x:2',
		'deployment.apps/web image updated\n',
		'',
		{spec: {template: {spec: {containers: [{name: 'a', image: 'x:2'}]}}}},
	],
	['set image deploy/web a=x:1', '', '', undefined],
	['set image deploy/web b=x', '', 'error: unable to find container named "b"\n', undefined],
	['set image deploy/web', '', 'error: at least one image update is required\n', undefined],
	['set env deploy/web E=1', '', '', undefined],
	['set env deploy/web --list', '# Deployment web, container a\nE=1\n', '', undefined],
	[
		'set env deploy/web F=2 -c none',
		'',
		'Warning: Deployment/web does not have any containers matching "none"\n',
		undefined,
	],
	[
		'set env deploy/web E=2 --overwrite=false',
		'',
		"error: deployments/web 'E' already has a value (1), and --overwrite is false\n",
		undefined,
	],
	[
		'set resources deploy/web --limits=cpu',
		'',
		'error: Invalid argument syntax cpu, expected <resource>=<value>\n',
		undefined,
	],
	['set selector deploy/web a=b', '', 'error: setting a selector is only supported for Services\n', undefined],
	[
		'set subject deploy/web --user=a',
		'',
		'error: deployments/web setting subjects is only supported for RoleBinding/ClusterRoleBinding\n',
		undefined,
	],
];

for (const [line, stdout, stderr, patch] of lines) {
	test(line, (t) => {
		const world = worldWith({name: 'a', image: 'x:1', env: [{name: 'E', value: '1'}]});
		const ran = world.run(line);
		t.deepEqual({stdout: ran.stdout, stderr: ran.stderr}, {stdout, stderr});
		t.is(
			world.requests.some(({method}) => method === 'PATCH'),
			patch !== undefined,
		);
	});
}

const deployment: Unstructured = {
	metadata: {generation: 2},
	spec: {replicas: 2, names: ['a', 'b']},
	status: {observedGeneration: 2, conditions: [{type: 'Available', status: 'False'}]},
};

const conditions: ReadonlyArray<[text: string, object: Unstructured, met: boolean | RegExp]> = [
	['condition=Available', deployment, false],
	['condition=available=FALSE', deployment, true],
	['condition=Available=False', {...deployment, metadata: {generation: 3}}, false],
	['jsonpath={.spec.replicas}=2', deployment, true],
	['jsonpath=spec.replicas=2', deployment, true],
	['jsonpath={.spec.replicas}', deployment, true],
	['jsonpath={.spec.nothing}', deployment, false],
	['jsonpath={.spec.names[*]}=a', deployment, /matches more than one value/],
	['jsonpath={.spec.names}=a', deployment, /leads to a nested object or list/],
];

for (const [text, object, met] of conditions) {
	test(`wait for ${text}`, (t) => {
		if (typeof met === 'boolean') {
			t.is(conditionOf(text)(object), met);
		} else {
			t.throws(() => conditionOf(text)(object), {message: met});
		}
	});
}

const refused: ReadonlyArray<[text: string, message: RegExp]> = [
	['Ready', /^unrecognized condition: "Ready"$/],
	['jsonpath=', /^jsonpath expression cannot be empty$/],
	['jsonpath={.a}=', /^jsonpath wait has to have a value after equal sign/],
	['jsonpath={.a}=b=c', /^jsonpath wait format must be/],
];

for (const [text, message] of refused) {
	test(`waiting for ${text} is refused`, (t) => {
		t.throws(() => conditionOf(text), {message});
	});
}

test('a double equals sign is part of the expression', (t) => {
	t.deepEqual(splitExpression('{.a[?(@.b=="c")]}=d'), ['{.a[?(@.b=="c")]}', 'd']);
});

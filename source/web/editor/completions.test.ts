import test from 'ava';
import {completionsAt} from './completions.js';
import {cursorPlace} from './cursor-place.js';

/** The completions of a text at the mark `^`. */
const at = (marked: string) => {
	const offset = marked.indexOf('^');
	return completionsAt(marked.replace('^', ''), offset);
};

const labels = (marked: string): readonly string[] => at(marked)?.options.map(({label}) => label) ?? [];

/** The text with one of the offered words in it. */
const chosen = (marked: string, label: string): string => {
	const text = marked.replace('^', '');
	const offset = marked.indexOf('^');
	const found = completionsAt(text, offset);
	const option = found?.options.find((one) => one.label === label);
	return found && option ? text.slice(0, found.from) + option.insert + text.slice(offset) : 'not offered';
};

const deployment = `apiVersion: apps/v1
kind: Deployment
metadata:
  name: web
spec:
  replicas: 2
  template:
    spec:
      containers:
      - name: web
        image: nginx
        ^
      restartPolicy: Always
`;

test('fields are those of the schema at the cursor, without those that are there', (t) => {
	const found = labels(deployment);
	t.true(found.includes('ports') && found.includes('readinessProbe') && found.includes('imagePullPolicy'));
	t.false(found.includes('name') || found.includes('image') || found.includes('containers'));
	const inPod = labels(
		deployment.replace('        ^\n', '').replace('restartPolicy: Always', 'restartPolicy: Always\n      ^'),
	);
	t.true(inPod.includes('volumes') && inPod.includes('dnsPolicy'));
	t.false(inPod.includes('containers') || inPod.includes('restartPolicy') || inPod.includes('image'));
});

test('a field says its type and its description, and whether it is required', (t) => {
	const options = at('apiVersion: apps/v1\nkind: Deployment\nspec:\n  ^')?.options ?? [];
	const named = (name: string) => options.find(({label}) => label === name);
	t.is(named('selector')?.detail, 'LabelSelector');
	t.true(named('selector')?.isRequired);
	t.is(named('replicas')?.detail, 'integer');
	t.regex(named('replicas')?.about ?? '', /^Number of desired pods\./);
	t.is(
		at('apiVersion: v1\nkind: Pod\nspec:\n  ^')?.options.find(({label}) => label === 'containers')?.detail,
		'[]Container',
	);
	t.is(
		at('apiVersion: v1\nkind: Pod\nmetadata:\n  lab^')?.options.find(({label}) => label === 'labels')?.detail,
		'map[string]string',
	);
});

test('a list begins with its first item, a mapping with its first field, a text on the same line', (t) => {
	const pod = 'apiVersion: v1\nkind: Pod\nspec:\n  ^';
	t.is(chosen(pod, 'containers'), 'apiVersion: v1\nkind: Pod\nspec:\n  containers:\n  - ');
	t.is(chosen(pod, 'securityContext'), 'apiVersion: v1\nkind: Pod\nspec:\n  securityContext:\n    ');
	t.is(chosen(`${pod.slice(0, -1)}dns^`, 'dnsPolicy'), 'apiVersion: v1\nkind: Pod\nspec:\n  dnsPolicy: ');
	t.is(chosen('apiVersion: v1\nkind: Pod\nmeta^', 'metadata'), 'apiVersion: v1\nkind: Pod\nmetadata:\n  ');
});

test('values are those that the schema allows, with what Kubernetes says of each', (t) => {
	t.deepEqual(labels(deployment.replace('        ^\n', '').replace('Always', '^')), ['Always', 'Never', 'OnFailure']);
	t.deepEqual(labels(deployment.replace('^', 'imagePullPolicy: If^')), ['Always', 'IfNotPresent', 'Never']);
	t.regex(at(deployment.replace('^', 'imagePullPolicy: ^'))?.options[1]?.about ?? '', /^`"IfNotPresent"` means/);
	t.deepEqual(labels('apiVersion: v1\nkind: Pod\nspec:\n  hostNetwork: ^'), ['true', 'false']);
	t.deepEqual(labels('apiVersion: networking.k8s.io/v1\nkind: NetworkPolicy\nspec:\n  policyTypes:\n  - ^'), [
		'Egress',
		'Ingress',
	]);
	t.deepEqual(labels('apiVersion: networking.k8s.io/v1\nkind: NetworkPolicy\nspec:\n  policyTypes: \n    - E^'), [
		'Egress',
		'Ingress',
	]);
});

test('kinds and versions fit each other', (t) => {
	t.true(labels('apiVersion: batch/v1\nkind: ^').includes('CronJob'));
	t.false(labels('apiVersion: batch/v1\nkind: ^').includes('Deployment'));
	t.true(labels('kind: Dep^').includes('Deployment'));
	t.false(labels('kind: ^').includes('TokenReview'));
	t.deepEqual(labels('kind: Deployment\napiVersion: ^'), ['apps/v1']);
	t.true(labels('apiVersion: ^').includes('networking.k8s.io/v1'));
});

test('an empty document begins with its kind', (t) => {
	t.is(chosen('Serv^', 'Service'), 'apiVersion: v1\nkind: Service\nmetadata:\n  name: ');
	t.is(
		chosen('apiVersion: v1\nkind: Pod\n---\n^', 'Ingress'),
		'apiVersion: v1\nkind: Pod\n---\napiVersion: networking.k8s.io/v1\nkind: Ingress\nmetadata:\n  name: ',
	);
	t.deepEqual(labels('kind: Pod\n^').slice(0, 2), ['apiVersion', 'metadata']);
});

test('each document and each file has fields of its own', (t) => {
	const two = 'apiVersion: v1\nkind: Pod\n---\napiVersion: v1\nkind: Service\nspec:\n  ^';
	t.true(labels(two).includes('sessionAffinity'));
	t.false(labels(two).includes('containers'));
	t.true(
		labels('# file: a.yaml\nkind: Pod\n# file: b.yaml\napiVersion: v1\nkind: Service\nspec:\n  ^').includes(
			'clusterIP',
		),
	);
});

test('nothing is offered in comments, in flow style, in texts, within words and for unknown kinds', (t) => {
	const pod = (line: string): string => `apiVersion: v1\nkind: Pod\nspec:\n${line}`;
	for (const line of [
		'  # na^',
		'  containers: [{na^',
		'  nodeName: a b^',
		'  node^Name: a',
		'  nodeName: |\n    te^',
		'  none:\n    ^',
		'  nodeName: ^',
	]) {
		t.is(at(pod(line)), undefined, line);
	}

	t.is(at('apiVersion: example.com/v1\nkind: Shop\nspec:\n  ^'), undefined);
	t.is(at('apiVersion: v1\nkind: Pod\nconstructor:\n  ^'), undefined);
});

test('the path to the cursor follows indentation, lists at the column of their key, and lists in lists', (t) => {
	const pathAt = (marked: string) => cursorPlace(marked.replace('^', ''), marked.indexOf('^'))?.path;
	t.deepEqual(pathAt(deployment), ['spec', 'template', 'spec', 'containers', 0]);
	t.deepEqual(pathAt('spec:\n  rules:\n    - http:\n        paths:\n          - ^'), [
		'spec',
		'rules',
		0,
		'http',
		'paths',
		0,
	]);
	t.deepEqual(pathAt('a:\n- - b: 1\n    ^'), ['a', 0, 0]);
	t.deepEqual(pathAt('a:\n  - b: 1\n    c:\n      d: 1\n    ^'), ['a', 0]);
	t.deepEqual(pathAt('a:\n  - b: 1\n  - ^'), ['a', 0]);
	t.deepEqual(pathAt('a: &anchor\n  ^'), ['a']);
	t.deepEqual(pathAt('a:\n  b: 1\n\n  # words\n  ^'), ['a']);
	const item = 'a:\n  - b: 1\n    c: 2\n    ^\n  - b: 3\n    d: 1\n';
	t.deepEqual(cursorPlace(item.replace('^', ''), item.indexOf('^'))?.siblings, ['b', 'c']);
});

import test from 'ava';
import {Trial} from '../testing/trial.js';

const definition = `
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: widgets.example.com}
spec:
  group: example.com
  scope: Namespaced
  names: {plural: widgets, singular: widget, kind: Widget}
  versions:
  - name: v1alpha1
    served: true
    storage: true
    schema: {openAPIV3Schema: {type: object, x-kubernetes-preserve-unknown-fields: true}}
`;

const widget = `
apiVersion: example.com/v1alpha1
kind: Widget
metadata: {name: owner}
`;

/** A cluster in which a custom resource owns a Deployment, a NetworkPolicy and another custom resource. */
const owned = (): Trial => {
	const trial = new Trial({nodes: [{name: 'node-a'}]});
	trial.apply(definition);
	trial.apply(widget);
	const uid = trial.kubectl('get widget owner -o jsonpath={.metadata.uid}').stdout;
	const owners = `ownerReferences: [{apiVersion: example.com/v1alpha1, kind: Widget, name: owner, uid: ${uid}, blockOwnerDeletion: true}]`;
	trial.apply(`
apiVersion: apps/v1
kind: Deployment
metadata: {name: web, ${owners}}
spec:
  replicas: 1
  selector: {matchLabels: {app: web}}
  template:
    metadata: {labels: {app: web}}
    spec: {containers: [{name: web, image: "nginx:1.27"}]}
---
apiVersion: networking.k8s.io/v1
kind: NetworkPolicy
metadata: {name: closed, ${owners}}
spec: {podSelector: {}}
---
apiVersion: example.com/v1alpha1
kind: Widget
metadata: {name: child, ${owners}}
`);
	return trial;
};

const left = (trial: Trial): readonly string[] =>
	trial
		.kubectl('get deploy,rs,pods,netpol,widgets -o name')
		.stdout.split('\n')
		.filter((line) => line !== '');

test('C5: with a custom resource goes what it owns, of whatever kind', (t) => {
	const trial = owned();
	trial.kubectl('delete widget owner');
	t.deepEqual(left(trial), []);
});

test('C5: a custom resource waits in the foreground for what it owns', (t) => {
	const trial = owned();
	const from = trial.recording.stops.length;
	t.is(trial.kubectl('delete widget owner --cascade=foreground').code, 0);
	t.deepEqual(left(trial), []);
	const finalized = trial.at('controller.garbage-collector.finalize', from).map(({object}) => object);
	t.is(finalized.at(-1), '/registry/example.com/widgets/default/owner');
});

test('C6: orphans of a custom resource stay and lose their reference, custom ones too', (t) => {
	const trial = owned();
	trial.kubectl('delete widget owner --cascade=orphan');
	t.is(left(trial).length, 5);
	t.is(trial.kubectl('get deploy/web widget/child -o jsonpath={.items[*].metadata.ownerReferences}').stdout, '');
});

test('every kind is finalized, whoever owns it or not', (t) => {
	const trial = new Trial({nodes: [{name: 'node-a'}]});
	trial.kubectl('create ingress web --rule=a/=b:80');
	t.is(trial.kubectl('delete ingress web --cascade=foreground').code, 0);
	trial.kubectl('create role reader --verb=get --resource=pods');
	t.is(trial.kubectl('delete role reader --cascade=orphan').code, 0);
	t.is(trial.kubectl('get ingress,role -o name').stdout, '');
});

test('the monitor of a custom resource comes and goes with its definition', (t) => {
	const trial = new Trial({nodes: [{name: 'node-a'}]});
	trial.apply(definition);
	trial.apply(widget);
	trial.kubectl('delete crd widgets.example.com');
	trial.apply(definition);
	trial.apply(widget);
	t.is(trial.kubectl('delete widget owner --cascade=foreground').code, 0);
	t.deepEqual(
		trial.facts('controller.garbage-collector.monitors').map((facts) => facts.case),
		['start', 'add', 'remove', 'add'],
	);
});

import test from 'ava';
import type {Pod} from '../objects/kubernetes.generated.js';
import {must} from '../testing/must.js';
import {pod} from '../testing/manifests.js';
import {Trial} from '../testing/trial.js';

const prefix = 'kube-scheduler-simulator.sigs.k8s.io/';

const resultsOf = (trial: Trial): Readonly<Record<string, unknown>> => {
	const {annotations = {}} = trial.get<Pod>('/registry/pods/default/web').metadata;
	return Object.fromEntries(
		Object.entries(annotations).flatMap(([key, value]) =>
			key.startsWith(prefix) ? [[key.slice(prefix.length), value.startsWith('{') ? JSON.parse(value) : value]] : [],
		),
	);
};

const nodes = [
	{name: 'node-a'},
	{name: 'node-b', taints: [{key: 'dedicated', effect: 'NoSchedule' as const}]},
	{name: 'node-c'},
];

test('on request, the scheduler writes the results of its cycle on the Pod, as kube-scheduler-simulator does', (t) => {
	const trial = new Trial({nodes, kubeScheduler: {resultAnnotations: true}, equalScores: 'first'});
	trial.apply(pod);
	const results = resultsOf(trial);
	t.is(results['selected-node'], 'node-a');
	t.like(results['filter-result'], {
		'node-a': {NodeName: 'passed', NodeUnschedulable: 'passed', TaintToleration: 'passed'},
		'node-b': {NodeUnschedulable: 'passed', NodeName: 'passed', TaintToleration: 'node(s) had untolerated taint(s)'},
	});
	t.like(results['finalscore-result'], {'node-a': {TaintToleration: '300'}, 'node-c': {TaintToleration: '300'}});
	t.like(results['score-result'], {'node-a': {TaintToleration: '0'}});
	t.like(results['prefilter-result-status'], {NodeResourcesFit: 'success', NodePorts: ''});
	t.like(results['prescore-result'], {TaintToleration: 'success', InterPodAffinity: ''});
	t.deepEqual(results['bind-result'], {DefaultBinder: 'success'});
	t.deepEqual(results['postfilter-result'], {});
});

test('a Pod that fits nowhere has its results too, and the history keeps them', (t) => {
	const trial = new Trial({nodes, kubeScheduler: {resultAnnotations: true}});
	trial.apply(pod.replace('spec:\n', 'spec:\n  nodeSelector: {disk: ssd}\n'));
	const waiting = resultsOf(trial);
	t.is(waiting['selected-node'], '');
	t.like(waiting['postfilter-result'], {'node-a': {}, 'node-c': {}});
	trial.kubectl('label node node-c disk=ssd');
	const bound = resultsOf(trial);
	t.is(bound['selected-node'], 'node-c');
	const history: unknown = JSON.parse(String(must(bound['result-history'], 'history')));
	t.like(history, [{[`${prefix}selected-node`]: ''}, {[`${prefix}selected-node`]: 'node-c'}]);
});

test('without the request, Pods have no such annotations', (t) => {
	const trial = new Trial({nodes});
	trial.apply(pod);
	t.deepEqual(resultsOf(trial), {});
});

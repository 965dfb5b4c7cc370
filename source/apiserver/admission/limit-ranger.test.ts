import test from 'ava';
import type {LimitRange, LimitRangeItem, Pod, ResourceRequirements} from '../../objects/kubernetes.generated.js';
import {podProblems} from './limit-ranger.js';

const meta = (name: string) => ({
	name,
	namespace: 'default',
	uid: name,
	resourceVersion: '1',
	creationTimestamp: '2026-01-01T00:00:00Z',
});

const rangeOf = (item: Omit<LimitRangeItem, 'type'>, type = 'Container'): LimitRange => ({
	apiVersion: 'v1',
	kind: 'LimitRange',
	metadata: meta('range'),
	spec: {limits: [{type, ...item}]},
});

const podOf = (resources: ResourceRequirements, first?: ResourceRequirements): Pod => ({
	apiVersion: 'v1',
	kind: 'Pod',
	metadata: meta('web'),
	spec: {
		containers: [{name: 'main', image: 'nginx', resources}],
		...(first ? {initContainers: [{name: 'first', image: 'nginx', resources: first}]} : {}),
	},
	status: {},
});

const cpu = (requests: string | undefined, limits?: string): ResourceRequirements => ({
	...(requests === undefined ? {} : {requests: {cpu: requests}}),
	...(limits === undefined ? {} : {limits: {cpu: limits}}),
});

test('the ratio of a LimitRange is the most that a limit may be of its request', (t) => {
	const range = rangeOf({maxLimitRequestRatio: {cpu: '2'}});
	const words = 'cpu max limit to request ratio per Container is 2';
	t.deepEqual(podProblems(podOf(cpu('1', '2')), range), []);
	t.deepEqual(podProblems(podOf(cpu('1', '3')), range), [`${words}, but provided ratio is 3.000000`]);
	t.deepEqual(podProblems(podOf(cpu('2', '1')), range), []);
	t.deepEqual(podProblems(podOf(cpu(undefined, '1')), range), [
		`${words}, but no request is specified or request is 0`,
	]);
	t.deepEqual(podProblems(podOf(cpu('1')), range), [`${words}, but no limit is specified or limit is 0`]);
});

test('a LimitRange looks at each container, init containers too', (t) => {
	const range = rangeOf({max: {cpu: '1'}});
	const refused = ['maximum cpu usage per Container is 1, but limit is 2'];
	t.deepEqual(podProblems(podOf(cpu('1', '1'), cpu('1', '1')), range), []);
	t.deepEqual(podProblems(podOf(cpu('1', '1'), cpu('1', '2')), range), refused);
	t.deepEqual(podProblems(podOf(cpu('1', '2'), cpu('1', '1')), range), refused);
});

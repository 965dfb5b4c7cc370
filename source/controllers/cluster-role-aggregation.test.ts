import test from 'ava';
import {gatheredRules} from './cluster-role-aggregation.js';

const role = (name: string, labels: Record<string, string>, ...resources: string[]) => ({
	apiVersion: 'rbac.authorization.k8s.io/v1',
	kind: 'ClusterRole',
	metadata: {name, labels},
	rules: resources.map((one) => ({apiGroups: [''], resources: [one], verbs: ['get']})),
});

test('a role gathers selector by selector, name by name, each rule once and none of its own', (t) => {
	const whole = {
		...role('whole', {part: 'a'}, 'nodes'),
		aggregationRule: {clusterRoleSelectors: [{matchLabels: {part: 'b'}}, {matchLabels: {part: 'a'}}]},
	};
	const roles = [
		whole,
		role('y', {part: 'a'}, 'secrets', 'pods'),
		role('x', {part: 'a'}, 'services'),
		role('z', {part: 'b'}, 'pods'),
		role('other', {}, 'events'),
	];
	t.deepEqual(
		gatheredRules(whole as never, roles as never).map(({resources}) => resources?.[0]),
		['pods', 'services', 'secrets'],
	);
	t.deepEqual(gatheredRules(roles[1] as never, roles as never), []);
});

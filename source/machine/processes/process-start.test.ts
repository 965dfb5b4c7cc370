import test from 'ava';
import {userOf} from './process-start.js';

/** A container of a security context as the kubelet sends it. */
const containerWith = (
	securityContext: Readonly<Record<string, unknown>>,
	uid?: number,
): Parameters<typeof userOf>[0] => ({
	config: {
		linux: {
			resources: {},
			securityContext: {namespaceOptions: {usernsOptions: {mode: 'NODE'}}, ...securityContext},
		},
	},
	image: {uid},
});

test('the processes of a container run as the user of its security context, or as that of its image', (t) => {
	const table = [
		[{}, undefined, {uid: 0, name: 'root'}],
		[{runAsUser: {value: '0'}}, 101, {uid: 0, name: 'root'}],
		[{runAsUser: {value: '2000'}}, 101, {uid: 2000, name: '2000'}],
		[{runAsUsername: 'nginx'}, 101, {uid: 101, name: 'nginx'}],
		[{runAsUsername: 'app'}, undefined, {uid: 1000, name: 'app'}],
	] as const;
	for (const [context, uid, expected] of table) {
		t.like(userOf(containerWith(context, uid)), expected, JSON.stringify(context));
	}
});

test('the groups of a security context are numbers', (t) => {
	const groups = {runAsGroup: {value: '3000'}, supplementalGroups: ['4000', '5000']};
	t.like(userOf(containerWith(groups)), {gid: 3000, groups: [4000, 5000]});
});

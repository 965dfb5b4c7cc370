import test from 'ava';
import {Cluster} from './cluster.js';
import type {CustomController} from '../controllers/custom-controller.js';

/** An operator that creates a Secret for each ConfigMap with a label. @param isBroken whether it marks the ConfigMap before the Secret exists */
const operator = (isBroken: boolean): CustomController => ({
	name: 'passwords',
	watches: {configmaps: true},
	*reconcile(key, {client, cache}) {
		const database = cache('configmaps').getByKey(key);
		const {namespace, name = '', labels, annotations} = database?.metadata ?? {};
		if (labels?.['app'] !== 'database' || annotations?.['password'] === 'created') {
			return;
		}

		const mark = client.patch('configmaps', namespace, name, {metadata: {annotations: {password: 'created'}}});
		if (isBroken) {
			yield* mark;
		}

		if (!cache('configmaps').getByKey(`${namespace}/${name}-seen`)) {
			try {
				yield* client.create('secrets', namespace, {metadata: {name: `${name}-password`}});
			} catch (error) {
				if (!String(error).includes('already exists')) {
					throw error;
				}
			}
		}

		if (!isBroken) {
			yield* mark;
		}
	},
});

const database = 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: main, labels: {app: database}}\n';

const exploring = (isBroken: boolean) =>
	Cluster.explore({scenario: {nodes: [{name: 'node-a'}]}, controllers: [operator(isBroken)]}, (cluster) =>
		cluster.apply(database),
	);

test('a controller that is right ends alike under each fault', (t) => {
	const {runs, findings} = exploring(false);
	t.true(runs >= 9);
	t.deepEqual(
		findings.map(({says, differences}) => [says, differences]),
		[],
	);
});

test('a crash between two writes finds the wrong order, the same each time', (t) => {
	const {findings} = exploring(true);
	const crash = findings.find(({says}) => says.startsWith('crash at patch configmaps default/main'));
	t.deepEqual(crash?.differences, [{what: 'secrets default/main-password', before: 'present', after: 'absent'}]);
	t.is(Cluster.replay(crash?.recording ?? '', {controllers: [operator(true)]}).get('secrets/main-password'), undefined);
	t.deepEqual(findings, exploring(true).findings);
});

test('an error of the test without faults is the error', (t) => {
	t.throws(
		() =>
			Cluster.explore({}, () => {
				throw new Error('not like this');
			}),
		{message: 'not like this'},
	);
});

import test from 'ava';
import {container, KubeletWorld} from '../../testing/kubelet-world.js';

const config = (data: Record<string, string>) => ({
	apiVersion: 'v1' as const,
	kind: 'ConfigMap' as const,
	metadata: {name: 'settings', namespace: 'default'},
	data,
});

/** A container that waits for its volume, or the files of the volume. */
const shown = (world: KubeletWorld, name: string, path: string) =>
	world.runtimes
		.get('node-a')
		?.store.containersOf(world.pod(name)?.metadata.uid ?? '')
		.map(({files}) => {
			try {
				return files.read(path);
			} catch {
				return 'none';
			}
		});

test('a key that is not there keeps a container waiting, unless its volume is optional', (t) => {
	const world = new KubeletWorld();
	world.put('configmaps', config({here: 'yes'}));
	world.put('secrets', {apiVersion: 'v1', kind: 'Secret', metadata: {name: 'keys', namespace: 'default'}, data: {}});
	world.advance(100);
	const items = [{key: 'absent', path: 'absent'}];
	const table = [
		['map', {configMap: {name: 'settings', items}}, []],
		['map-optional', {configMap: {name: 'settings', items, optional: true}}, ['none']],
		['map-all', {configMap: {name: 'settings'}}, ['none']],
		['secret', {secret: {secretName: 'keys', items}}, []],
		['secret-optional', {secret: {secretName: 'keys', items, optional: true}}, ['none']],
		['no-map', {configMap: {name: 'nothing'}}, []],
		['no-map-optional', {configMap: {name: 'nothing', optional: true}}, ['none']],
		['projected', {projected: {sources: [{configMap: {name: 'settings', items}}]}}, []],
		['projected-optional', {projected: {sources: [{configMap: {name: 'settings', items, optional: true}}]}}, ['none']],
	] as const;
	for (const [name, volume] of table) {
		world.createPod(
			{
				volumes: [{name: 'files', ...volume}],
				containers: [container({volumeMounts: [{name: 'files', mountPath: '/files'}]})],
			},
			{},
			name,
		);
	}

	world.advance(10_000);
	for (const [name, , expected] of table) {
		t.deepEqual(shown(world, name, '/files/absent'), [...expected], name);
	}
});

test('a token is asked for with its audience and lifetime; only its user may read it where the Pod says who that is', (t) => {
	const table = [
		['plain', {}, 'vault', undefined, 0o644],
		['grouped', {fsGroup: 2000}, 'vault', undefined, 0o600],
		['owned', {runAsUser: 1000}, 'vault', undefined, 0o600],
		['mode', {}, 'vault', 0o440, 0o440],
		['usual', {}, undefined, undefined, 0o644],
	] as const;
	for (const [name, securityContext, audience, defaultMode, mode] of table) {
		const world = new KubeletWorld();
		world.put('serviceaccounts', {
			apiVersion: 'v1',
			kind: 'ServiceAccount',
			metadata: {name: 'default', namespace: 'default'},
		});
		world.advance(100);
		const serviceAccountToken = {path: 'token', expirationSeconds: 700, ...(audience ? {audience} : {})};
		world.createPod({
			serviceAccountName: 'default',
			securityContext,
			volumes: [
				{
					name: 'tokens',
					projected: {sources: [{serviceAccountToken}], ...(defaultMode === undefined ? {} : {defaultMode})},
				},
			],
			containers: [container({volumeMounts: [{name: 'tokens', mountPath: '/tokens'}]})],
		});
		world.advance(5000);
		const [found] = world.runtimes.get('node-a')?.store.containersOf(world.pod()?.metadata.uid ?? '') ?? [];
		const claims = JSON.parse(
			Buffer.from(found?.files.read('/tokens/token').split('.')[1] ?? '', 'base64url').toString(),
		);
		t.deepEqual(claims.aud, [audience ?? 'https://kubernetes.default.svc.cluster.local'], name);
		t.is(claims.exp - claims.iat, 700, name);
		// The volume's group may also read it.
		const shared = name === 'grouped' ? 0o040 : 0;
		t.is(found?.files.stat('/tokens/token')?.mode, mode | shared, name);
	}
});

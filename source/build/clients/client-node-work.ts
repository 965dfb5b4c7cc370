import {createRequire} from 'node:module';
import {PassThrough} from 'node:stream';
import type {KubernetesObject} from '@kubernetes/client-node';
import type {Failure} from './kubectl-work.js';

/** Features of newer versions of Node.js that client-node's HTTP library reads when it is loaded. */
const fillIn = (): void => {
	const require = createRequire(import.meta.url);
	const zlib: {createZstdDecompress?: unknown} = require('node:zlib');
	zlib.createZstdDecompress ??= () => {
		throw new Error('this Node.js has no zstd');
	};
	const threads: {markAsUncloneable?: unknown} = require('node:worker_threads');
	threads.markAsUncloneable ??= () => {};
	const promises: object & {withResolvers?: unknown} = Promise;
	promises.withResolvers ??= () => {
		let resolve: unknown;
		let reject: unknown;
		const promise = new Promise((first, second) => {
			resolve = first;
			reject = second;
		});
		return {promise, resolve, reject};
	};
};

const pod = (name: string, script: string) => ({
	apiVersion: 'v1',
	kind: 'Pod',
	metadata: {name, namespace: 'default'},
	spec: {
		restartPolicy: 'Never',
		containers: [{name: 'main', image: 'busybox:1.36', command: ['sh', '-c', script]}],
	},
});

const limitMs = 60_000;

const until = async (condition: () => boolean): Promise<boolean> => {
	const endMs = performance.now() + limitMs;
	while (!condition() && performance.now() < endMs) {
		await new Promise((resolve) => setTimeout(resolve, 20));
	}

	return condition();
};

const collected = (): {readonly stream: PassThrough; text: string} => {
	const stream = new PassThrough();
	const result = {stream, text: ''};
	stream.on('data', (data: Buffer) => {
		result.text += data.toString();
	});
	return result;
};

/**
Works with `@kubernetes/client-node`: objects, an informer, a watch, exec and logs.

Long because it is one session, in which each call needs the results of earlier ones.
*/
export const workWithClientNode = async (
	kubeconfig: string,
): Promise<{readonly passed: number; readonly failures: readonly Failure[]}> => {
	fillIn();
	const k8s = await import('@kubernetes/client-node');
	const failures: Failure[] = [];
	let passed = 0;
	const check = (what: string, good: boolean, found: unknown): void => {
		if (good) {
			passed++;
		} else {
			failures.push({what, why: JSON.stringify(found) ?? 'nothing'});
		}
	};

	const config = new k8s.KubeConfig();
	config.loadFromFile(kubeconfig);
	const core = config.makeApiClient(k8s.CoreV1Api);
	const objects = k8s.KubernetesObjectApi.makeApiClient(config);
	const namespace = 'default';

	const seen: string[] = [];
	const informer = k8s.makeInformer(config, `/api/v1/namespaces/${namespace}/pods`, async () =>
		core.listNamespacedPod({namespace}),
	);
	for (const verb of ['add', 'update', 'delete'] as const) {
		informer.on(verb, ({metadata, status}) => {
			seen.push(`${verb} ${metadata?.name} ${status?.phase}`);
		});
	}

	await informer.start();
	const events: string[] = [];
	const watching = await new k8s.Watch(config).watch(
		`/api/v1/namespaces/${namespace}/configmaps`,
		{},
		(type: string, {metadata}: {metadata: {name: string}}) => {
			events.push(`${type} ${metadata.name}`);
		},
		() => {},
	);

	const map = {apiVersion: 'v1', kind: 'ConfigMap', metadata: {name: 'settings', namespace}, data: {a: 'b'}};
	const created: KubernetesObject = await objects.create(map);
	check('create', created.metadata?.uid !== undefined, created);
	const patched = await objects.patch({...map, data: {a: 'c'}});
	check('patch', JSON.stringify(patched).includes('"data":{"a":"c"}'), patched);
	const replaced = await core.replaceNamespacedConfigMap({
		name: 'settings',
		namespace,
		body: {...patched, data: {x: 'y'}},
	});
	check('replace', replaced.data?.['x'] === 'y', replaced);
	const list = await core.listNamespacedConfigMap({namespace});
	check(
		'list',
		list.items.some(({metadata}) => metadata?.name === 'settings'),
		list.items.length,
	);
	await objects.delete(map);
	const gone = await core.readNamespacedConfigMap({name: 'settings', namespace}).then(
		() => 200,
		(error: {code?: number}) => error.code,
	);
	check('delete', gone === 404, gone);
	const watched = ['ADDED settings', 'MODIFIED settings', 'DELETED settings'];
	check('watch', await until(() => watched.every((event) => events.includes(event))), events);
	watching.abort();

	await core.createNamespacedPod({namespace, body: pod('server', 'echo up; httpd -f -p 8080')});
	check('informer', await until(() => seen.includes('update server Running')), seen);
	const output = collected();
	const status = await new Promise<{status?: string; details?: unknown}>((resolve, reject) => {
		new k8s.Exec(config)
			.exec(
				namespace,
				'server',
				'main',
				['sh', '-c', 'echo hi; exit 2'],
				output.stream,
				output.stream,
				null,
				false,
				resolve,
			)
			.catch(reject);
	});
	check('exec', output.text === 'hi\n' && status.status === 'Failure' && JSON.stringify(status).includes('"2"'), [
		output.text,
		status,
	]);

	await core.createNamespacedPod({namespace, body: pod('writer', 'echo one; sleep 2; echo two')});
	await until(() => seen.some((line) => /update writer (?:Running|Succeeded)/.test(line)));
	const log = collected();
	await new k8s.Log(config).log(namespace, 'writer', 'main', log.stream, {follow: true});
	check('log', await until(() => log.text === 'one\ntwo\n'), log.text);

	await core.deleteNamespacedPod({namespace, name: 'writer'});
	await core.deleteNamespacedPod({namespace, name: 'server'});
	check('informer sees the end', await until(() => seen.some((line) => line.startsWith('delete server'))), seen);
	await informer.stop();
	return {passed, failures};
};

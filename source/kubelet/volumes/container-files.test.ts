import test from 'ava';
import {FileError, type FileSystem} from '../../host/file-system.js';
import {container, KubeletWorld} from '../../testing/kubelet-world.js';

const filesOf = (world: KubeletWorld, name: string, pod = 'web'): FileSystem => {
	const uid = world.pod(pod)?.metadata.uid ?? '';
	const found = world.runtimes
		.get('node-a')
		?.store.containersOf(uid)
		.find((one) => one.name === name);
	if (!found) {
		throw new Error(`no container ${name}`);
	}

	return found.files;
};

const codeOf = (action: () => unknown): unknown => {
	try {
		return action();
	} catch (error) {
		return error instanceof FileError ? error.code : error;
	}
};

const config = (data: Record<string, string>) => ({
	apiVersion: 'v1' as const,
	kind: 'ConfigMap' as const,
	metadata: {name: 'settings', namespace: 'default'},
	data,
});

test('volumes of config maps and secrets are files with modes, and change all at once at a later sync', (t) => {
	const world = new KubeletWorld();
	world.put('configmaps', config({'a.conf': 'one', 'b.conf': 'two'}));
	world.put('secrets', {
		apiVersion: 'v1',
		kind: 'Secret',
		metadata: {name: 'keys', namespace: 'default'},
		data: {token: Buffer.from('hush').toString('base64')},
	});
	world.advance(100);
	world.createPod({
		securityContext: {fsGroup: 2000},
		volumes: [
			{name: 'all', configMap: {name: 'settings'}},
			{name: 'some', configMap: {name: 'settings', items: [{key: 'a.conf', path: 'deep/a', mode: 0o400}]}},
			{name: 'keys', secret: {secretName: 'keys', defaultMode: 0o400}},
		],
		containers: [
			container({
				volumeMounts: [
					{name: 'all', mountPath: '/etc/all'},
					{name: 'some', mountPath: '/etc/some'},
					{name: 'keys', mountPath: '/var/run/keys'},
					{name: 'all', mountPath: '/etc/one.conf', subPath: 'a.conf'},
				],
			}),
		],
	});
	world.advance(5000);
	const files = filesOf(world, 'main');
	t.is(files.read('/etc/all/a.conf'), 'one');
	t.is(files.stat('/etc/all/a.conf', {follow: false})?.target, '..data/a.conf');
	t.is(files.read('/etc/some/deep/a'), 'one');
	t.like(files.stat('/var/run/keys/token'), {mode: 0o440, gid: 2000, size: 4});
	t.is(files.read('/run/keys/token'), 'hush');
	t.is(
		codeOf(() => files.write('/etc/all/a.conf', '')),
		'EROFS',
	);
	world.put('configmaps', config({'a.conf': 'three'}));
	world.advance(1000);
	t.is(files.read('/etc/all/a.conf'), 'one');
	world.advance(180_000);
	t.is(files.read('/etc/all/a.conf'), 'three');
	t.deepEqual(files.list('/etc/all').slice(1), ['..data', 'a.conf', 'b.conf']);
	t.is(files.read('/etc/one.conf'), 'one');
	t.true(world.at('kubelet.volumes').some(({facts}) => facts?.['case'] === 'updated'));
});

test('an emptyDir is shared by the containers of a Pod, init containers too, and ends with it', (t) => {
	const world = new KubeletWorld();
	const volumeMounts = [{name: 'shared', mountPath: '/shared'}];
	const busybox = container({name: 'init', image: 'busybox:1.37', volumeMounts});
	const spec = {
		volumes: [{name: 'shared', emptyDir: {}}],
		initContainers: [{...busybox, command: ['sh', '-c', 'echo made > /shared/x']}],
		containers: [
			container({volumeMounts}),
			container({
				name: 'reader',
				image: 'busybox:1.37',
				command: ['sh', '-c', 'cat /data/x; touch /data/y; sleep 10000'],
				volumeMounts: [{name: 'shared', mountPath: '/data', readOnly: true}],
			}),
		],
	};
	world.createPod(spec);
	world.advance(8000);
	t.is(filesOf(world, 'main').read('/shared/x'), 'made\n');
	t.deepEqual(
		world.at('container.log').map(({facts}) => facts?.['text']),
		['made\n', 'touch: /data/y: Read-only file system\n'],
	);
	t.deepEqual(world.at('container.files')[0]?.facts?.['changes'], [
		{path: '/shared/x', kind: 'file', size: 5, text: 'made\n'},
	]);
	world.deletePod('web', 0);
	world.advance(20_000);
	world.createPod(spec, {}, 'again');
	world.advance(2000);
	t.deepEqual(filesOf(world, 'init', 'again').list('/shared'), ['x']);
});

test('a variable is read from the file that an init container has written, also behind a link that leads out of the volume', (t) => {
	const world = new KubeletWorld();
	const given = (script: string, more: object = {}): object => ({
		restartPolicy: 'Never',
		volumes: [{name: 'shared', emptyDir: {}}],
		initContainers: [
			{
				...container({name: 'init', image: 'busybox:1.37', volumeMounts: [{name: 'shared', mountPath: '/shared'}]}),
				command: ['sh', '-c', script],
			},
		],
		containers: [
			container({
				image: 'busybox:1.37',
				command: ['sh', '-c', 'echo ${COLOR-none}'],
				env: [{name: 'COLOR', valueFrom: {fileKeyRef: {volumeName: 'shared', path: 'x.env', key: 'COLOR', ...more}}}],
			}),
		],
	});
	const write = (value: string, file: string): string => `echo "${value}" > /shared/${file}`;
	world.createPod(given(write("COLOR='blue'", 'x.env')), {}, 'good');
	world.createPod(given(`${write("COLOR='red'", 'y')}; ln -s /y /shared/x.env`), {}, 'linked');
	world.createPod(given(write("SHAPE='round'", 'x.env'), {optional: true}), {}, 'optional');
	world.createPod(given(write("SHAPE='round'", 'x.env')), {}, 'keyless');
	world.createPod(given(write('COLOR=blue', 'x.env')), {}, 'unquoted');
	world.createPod(given('true', {optional: true}), {}, 'fileless');
	world.advance(30_000);
	const logs = world
		.at('container.log')
		.map(({object, facts}) => `${object?.split('/').pop()}: ${String(facts?.['text'])}`);
	t.deepEqual(logs.sort(), ['good: blue\n', 'linked: red\n', 'optional: none\n']);
	const path = (pod: string): string =>
		`/var/lib/kubelet/pods/${world.pod(pod)?.metadata.uid}/volumes/kubernetes.io~empty-dir/shared/x.env`;
	for (const [name, message, log] of [
		['keyless', `environment variable key "COLOR" not found in file "${path('keyless')}"`, undefined],
		[
			'unquoted',
			"couldn't parse env file",
			'invalid environment variable format at line 1: value must be enclosed in single quotes',
		],
		[
			'fileless',
			"couldn't parse env file",
			`failed to open environment variable file "${path('fileless')}": open ${path('fileless')}: no such file or directory`,
		],
	] as const) {
		const waiting = world.pod(name)?.status.containerStatuses?.[0]?.state?.waiting;
		t.deepEqual(waiting, {reason: 'CreateContainerConfigError', message});
		const failed = world
			.at('kubelet.sync')
			.filter(({object, facts}) => object?.endsWith(`/${name}`) && facts?.['case'] === 'start-failure')
			.map(({facts}) => facts?.['log']);
		t.is(failed[0], log);
		t.true(failed.length > 1);
	}
});

test('the kubelet and the runtime write hosts, hostname and resolv.conf', (t) => {
	const world = new KubeletWorld();
	world.createPod({
		hostAliases: [{ip: '10.1.2.3', hostnames: ['db', 'db.example']}],
		subdomain: 'group',
		containers: [container({securityContext: {readOnlyRootFilesystem: true, runAsUser: 1000}})],
	});
	world.advance(5000);
	const files = filesOf(world, 'main');
	const address = world.pod()?.status.podIP ?? '';
	t.true(files.read('/etc/hosts').includes(`${address}\tweb.group.default.svc.cluster.local\tweb\n`));
	t.true(files.read('/etc/hosts').endsWith('# Entries added by HostAliases.\n10.1.2.3\tdb\tdb.example\n'));
	t.is(files.read('/etc/hostname'), 'web\n');
	t.true(files.read('/etc/resolv.conf').startsWith('search default.svc.cluster.local svc.cluster.local cluster.local'));
	t.is(
		codeOf(() => files.write('/tmp/x', '')),
		'EROFS',
	);
	files.write('/dev/termination-log', 'last words');
	t.is(files.read('/dev/termination-log'), 'last words');
});

test('a part of a volume may be named by a variable, and is shown at a path of its own', (t) => {
	const world = new KubeletWorld();
	const spec = (name: string) => ({
		volumes: [{name: 'data', emptyDir: {}}],
		containers: [
			container({
				env: [{name: 'WHO', value: name}],
				volumeMounts: [
					{name: 'data', mountPath: '/all'},
					{name: 'data', mountPath: '/own', subPathExpr: 'of-$(WHO)', mountPropagation: 'HostToContainer' as const},
				],
			}),
		],
	});
	world.createPod(spec('me'));
	world.advance(5000);
	const files = filesOf(world, 'main');
	files.write('/own/x', 'mine');
	t.is(files.read('/all/of-me/x'), 'mine');
	t.regex(
		JSON.stringify(world.at('cri.CreateContainer')[0]?.facts?.['request']),
		/"containerPath":"\/own","hostPath":"\/var\/lib\/kubelet\/pods\/[^/]+\/volume-subpaths\/data\/main\/1","propagation":"PROPAGATION_HOST_TO_CONTAINER"/,
	);
});

test('a part of a volume that cannot be shown keeps the container waiting', (t) => {
	const table = [
		['$(NONE)', 'missing value for "NONE"'],
		['$(UP)', "unable to provision SubPath `../x`: must not contain '..'"],
		['$(ROOT)', 'error SubPath `/x` must not be an absolute path'],
	] as const;
	for (const [subPathExpr, message] of table) {
		const world = new KubeletWorld();
		world.createPod({
			volumes: [{name: 'data', emptyDir: {}}],
			containers: [
				container({
					env: [
						{name: 'UP', value: '../x'},
						{name: 'ROOT', value: '/x'},
					],
					volumeMounts: [{name: 'data', mountPath: '/own', subPathExpr}],
				}),
			],
		});
		world.advance(5000);
		t.like(world.pod()?.status.containerStatuses?.[0]?.state?.waiting, {reason: 'CreateContainerConfigError', message});
	}
});

test('a directory of the node outlives the Pod, and the next one sees it', (t) => {
	const world = new KubeletWorld();
	const spec = {
		volumes: [{name: 'host', hostPath: {path: '/srv/data', type: 'DirectoryOrCreate' as const}}],
		containers: [container({volumeMounts: [{name: 'host', mountPath: '/data', subPath: 'inner'}]})],
	};
	world.createPod(spec);
	world.advance(5000);
	filesOf(world, 'main').write('/data/x', 'kept');
	world.deletePod('web', 0);
	world.createPod(spec, {}, 'next');
	world.advance(5000);
	t.is(filesOf(world, 'main', 'next').read('/data/x'), 'kept');
});

test('a container of an image that nobody has described passes its exec and gRPC probes', (t) => {
	const world = new KubeletWorld();
	world.createPod({
		containers: [
			container({
				image: 'example.org/team/app:2',
				readinessProbe: {grpc: {port: 9000}},
				livenessProbe: {
					exec: {command: ['/bin/grpc_health_probe', '-addr=:9000']},
					periodSeconds: 1,
					failureThreshold: 1,
				},
			}),
		],
	});
	world.advance(15_000);
	const [status] = world.pod()?.status.containerStatuses ?? [];
	t.like(status, {ready: true, restartCount: 0});
	t.is(world.at('container.assume')[0]?.facts?.['what'], 'example.org/team/app:2 (its own program)');
});

import test from 'ava';
import {container, KubeletWorld} from '../testing/kubelet-world.js';

const kubelet = 'kubelet/node-a';

const sidecarAndData = {
	containers: [container({volumeMounts: [{name: 'data', mountPath: '/data'}]})],
	volumes: [{name: 'data', emptyDir: {}}],
	terminationGracePeriodSeconds: 2,
};

/** The keys of all parts of Pods on the node. */
const held = ({kernel}: KubeletWorld): readonly string[] =>
	['sandboxes', 'containers', 'cgroups', 'directories', 'volumes', 'netns']
		.flatMap((kind) => [...kernel.ledger.keys(`/nodes/node-a/${kind}/`)])
		.filter((key) => !key.endsWith('last_reserved_ip.0'));

/** The number of stops from an action until only housekeeping is left, within a time. */
const stopsOf = (begin: (world: KubeletWorld) => void, ms: number): number => {
	const world = new KubeletWorld();
	const before = world.stops.length;
	begin(world);
	world.advance(ms);
	return world.stops.length - before;
};

test('a Pod that is deleted by force is forgotten and removed, also when the PLEG has seen its end before its volumes were unmounted', (t) => {
	// The PLEG lists once a second: at one of these moments, its list is between the end of the containers and that of the Pod.
	for (let moment = 5000; moment < 6000; moment += 40) {
		const world = new KubeletWorld();
		world.put('csidrivers.storage.k8s.io', {
			metadata: {name: 'csi.example.test'},
			spec: {volumeLifecycleModes: ['Ephemeral'], attachRequired: false},
		});
		world.advance(100);
		world.createPod({
			containers: [container({volumeMounts: [{name: 'data', mountPath: '/data'}]})],
			volumes: [{name: 'data', csi: {driver: 'csi.example.test'}}],
		});
		world.advance(moment);
		world.deletePod('web', 0);
		world.advance(70_000);
		t.is(world.at('csi.NodeUnpublishVolume').length, 1);
		t.deepEqual(held(world), [], `deleted after ${moment} ms`);
	}
});

test('a Pod that is deleted by force while its kubelet is down is ended and removed when the kubelet is back', (t) => {
	const world = new KubeletWorld();
	world.createPod(sidecarAndData);
	world.advance(5000);
	t.is(held(world).length, 7);
	world.kernel.processes.crash(kubelet);
	world.deletePod('web', 0);
	world.advance(5000);
	t.is(world.pod(), undefined);
	t.is(held(world).length, 7);
	world.kernel.processes.restart(kubelet);
	world.advance(70_000);
	t.deepEqual(held(world), []);
	t.true(world.at('kubelet.kill').some(({facts}) => facts?.['because'] !== undefined && facts['case'] === 'terminate'));
});

test('a Pod that ended and is being deleted goes when its kubelet is back, and its volumes with it', (t) => {
	const world = new KubeletWorld();
	world.createPod({...sidecarAndData, restartPolicy: 'Never'});
	world.advance(5000);
	world.kernel.processes.crash(kubelet);
	world.deletePod();
	world.advance(1000);
	world.act(() => world.admin.patch('pods', 'default', 'web', {status: {phase: 'Succeeded'}}, {subresource: 'status'}));
	world.advance(3000);
	t.truthy(world.pod()?.metadata.deletionTimestamp);
	world.kernel.processes.restart(kubelet);
	world.advance(90_000);
	t.is(world.pod(), undefined);
	t.deepEqual(held(world), []);
});

test('whenever the kubelet dies while a Pod starts, the Pod runs in the end, and once', (t) => {
	const begin = (world: KubeletWorld) => world.createPod(sidecarAndData);
	const stops = stopsOf(begin, 4000);
	for (let at = 1; at < stops; at += 9) {
		const world = new KubeletWorld();
		begin(world);
		let left = at;
		world.advance(4000, () => --left === 0);
		world.kernel.processes.crash(kubelet);
		world.advance(1000);
		world.kernel.processes.restart(kubelet);
		world.advance(40_000);
		t.is(world.pod()?.status.phase, 'Running', `after ${at} stops`);
		const running = world.runtimes.get('node-a')?.listContainers(world.pod()?.metadata.uid ?? '');
		t.is(running?.filter(({isRunning}) => isRunning).length, 1, `after ${at} stops`);
		world.deletePod('web', 1);
		world.advance(80_000);
		t.is(world.pod(), undefined, `after ${at} stops`);
		t.deepEqual(held(world), [], `after ${at} stops`);
	}
});

test('whenever the kubelet dies while a Pod ends, nothing of the Pod is left in the end', (t) => {
	const begin = (world: KubeletWorld) => {
		world.createPod(sidecarAndData);
		world.advance(5000);
	};

	const whole = stopsOf((world) => {
		begin(world);
		world.deletePod();
	}, 8000);
	const stops = whole - stopsOf(begin, 0);
	for (let at = 1; at < stops; at += 5) {
		const world = new KubeletWorld();
		begin(world);
		world.deletePod();
		let left = at;
		world.advance(8000, () => --left === 0);
		world.kernel.processes.crash(kubelet);
		world.advance(1000);
		world.kernel.processes.restart(kubelet);
		world.advance(90_000);
		t.is(world.pod(), undefined, `after ${at} stops`);
		t.deepEqual(held(world), [], `after ${at} stops`);
	}
});

test('a kubelet whose Node is there, and cannot be read, tries again', (t) => {
	const world = new KubeletWorld();
	world.kernel.processes.crash(kubelet);
	const refusal = {code: 503, reason: 'ServiceUnavailable', message: 'the apiserver is busy'};
	world.interceptions.push({
		matches: ({method, path}) => method === 'GET' && path === '/api/v1/nodes/node-a',
		refusal,
		times: 1,
	});
	world.kernel.processes.restart(kubelet);
	world.createPod({containers: [container()]});
	world.advance(8000);
	t.is(world.at('kubelet.node').filter(({facts}) => facts?.['case'] === 'register-refused').length, 1);
	t.is(world.pod()?.status.phase, 'Running');
});

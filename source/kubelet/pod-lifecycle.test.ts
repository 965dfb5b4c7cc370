import test from 'ava';
import {container, KubeletWorld} from '../testing/kubelet-world.js';

test('L3: phase and conditions follow the containers, init first', (t) => {
	const world = new KubeletWorld();
	world.createPod({
		restartPolicy: 'Never',
		initContainers: [container({name: 'first', image: 'busybox:1.37', command: ['sh', '-c', 'sleep 1; exit 4']})],
		containers: [container()],
	});
	world.advance(8000);
	t.is(world.pod()?.status.phase, 'Failed');
	t.is(
		world.pod()?.status.conditions?.find(({type}) => type === 'Initialized')?.message,
		'containers with incomplete status: [first]',
	);
	t.is(world.pod()?.status.containerStatuses?.[0]?.state?.waiting?.reason, 'PodInitializing');
	t.true(world.at('kubelet.status').length > 0);
});

test('L3: a Pod past its active deadline is Failed with DeadlineExceeded', (t) => {
	const world = new KubeletWorld();
	world.createPod({activeDeadlineSeconds: 4, containers: [container()]});
	world.advance(10_000);
	t.like(world.pod()?.status, {
		phase: 'Failed',
		reason: 'DeadlineExceeded',
		message: 'Pod was active on the node longer than the specified deadline',
	});
});

test('L15: while a postStart hook runs the container does not count as running', (t) => {
	const world = new KubeletWorld();
	world.createPod({containers: [container({lifecycle: {postStart: {exec: {command: ['sh', '-c', 'sleep 3']}}}})]});
	world.advance(3000);
	t.is(world.at('kubelet.hook.postStart').length, 1);
	t.is(world.pod()?.status.containerStatuses?.[0]?.state?.waiting?.reason, 'ContainerCreating');
	world.advance(3000);
	t.is(world.pod()?.status.phase, 'Running');
});

test('L15: a failing postStart hook kills the container', (t) => {
	const world = new KubeletWorld();
	world.createPod({containers: [container({lifecycle: {postStart: {httpGet: {path: '/absent', port: 80}}}})]});
	world.advance(4000);
	t.true(world.events.includes('Warning FailedPostStartHook PostStartHook failed'));
	t.true(world.events.includes('Normal Killing FailedPostStartHook'));
	t.not(world.pod()?.status.containerStatuses?.[0]?.ready, true);
});

test('L16: the readiness probe decides about Ready, and the Pod reports its address', (t) => {
	const world = new KubeletWorld();
	world.createPod({
		containers: [
			container({
				image: 'fresh.test/x/web:1',
				readinessProbe: {httpGet: {path: '/ready-after-3s', port: 8080}, periodSeconds: 1},
			}),
		],
	});
	world.advance(3500);
	t.is(world.pod()?.status.podIP, '10.244.1.2');
	t.is(world.pod()?.status.conditions?.find(({type}) => type === 'Ready')?.status, 'False');
	t.true(world.events.includes('Warning Unhealthy Readiness probe failed: HTTP probe failed with statuscode: 503'));
	world.advance(5000);
	t.is(world.pod()?.status.conditions?.find(({type}) => type === 'Ready')?.status, 'True');
	t.true(world.at('kubelet.probe.readiness').length > 3);
});

test('L16: a failed liveness probe restarts the container', (t) => {
	const world = new KubeletWorld();
	world.createPod({
		containers: [container({livenessProbe: {tcpSocket: {port: 81}, periodSeconds: 1, failureThreshold: 2}})],
	});
	world.advance(6000);
	t.true(world.events.includes('Normal Killing Container main failed liveness probe, will be restarted'));
	t.is(
		world.at('kubelet.probe.liveness').some(({outcome}) => outcome === 'failed'),
		true,
	);
	t.is(world.pod()?.status.containerStatuses?.[0]?.restartCount, 1);
});

test('a gRPC probe of a server that speaks no gRPC takes its whole time, and says so', (t) => {
	const world = new KubeletWorld();
	world.createPod({
		containers: [
			container({image: 'nginx:1.27', readinessProbe: {grpc: {port: 80}, periodSeconds: 5, timeoutSeconds: 2}}),
		],
	});
	world.advance(6000);
	t.true(
		world.events.some((text) =>
			/^Warning Unhealthy Readiness probe failed: timeout: failed to connect service "[\d.]+:80" within 2s: context deadline exceeded/.test(
				text,
			),
		),
		world.events.join('\n'),
	);
});

test('a startup probe holds the others back', (t) => {
	const world = new KubeletWorld();
	world.createPod({
		containers: [
			container({
				image: 'fresh.test/x/web:1',
				startupProbe: {httpGet: {path: '/ready-after-3s', port: 8080}, periodSeconds: 1, failureThreshold: 30},
				readinessProbe: {grpc: {port: 9090, service: ''}, periodSeconds: 1},
			}),
		],
	});
	world.advance(10_000);
	const [first] = world.at('kubelet.probe.readiness');
	t.true(first!.step > world.at('kubelet.probe.startup').at(-1)!.step);
	t.is(world.pod()?.status.conditions?.find(({type}) => type === 'Ready')?.status, 'True');
});

test('a container that ends is started again: at once, then after 10 s', (t) => {
	const world = new KubeletWorld();
	world.createPod({containers: [container({image: 'crash:1'})]});
	world.advance(8000);
	t.is(world.pod()?.status.containerStatuses?.[0]?.restartCount, 1);
	t.is(world.pod()?.status.containerStatuses?.[0]?.state?.terminated?.reason, 'Error');
	const backoff = world.at('kubelet.restart').find(({outcome}) => outcome === 'warning');
	t.is(backoff?.facts?.['backoffMs'], 10_000);
	t.true(
		world.events.some((text) =>
			text.startsWith('Warning BackOff Back-off restarting failed container main in pod web_default('),
		),
	);
	world.advance(15_000);
	t.is(world.pod()?.status.containerStatuses?.[0]?.restartCount, 2);
});

test('D1: preStop, SIGTERM closes the door, the container drains and ends, sandbox and address go, then the object', (t) => {
	const world = new KubeletWorld();
	world.createPod({containers: [container({lifecycle: {preStop: {sleep: {seconds: 2}}}})]});
	world.advance(5000);
	const address = '/network/addresses/10.244.1.2';
	t.like(world.kernel.ledger.read(address), {pod: 'web', listeners: [{port: 80, accepts: true}]});
	world.stops.length = 0;
	world.deletePod();
	world.advance(1500);
	t.like(world.kernel.ledger.read(address), {listeners: [{accepts: true}]});
	world.advance(20_000, ({stage, process}) => stage === 'container.signal' && process.startsWith('container/'));
	t.like(world.kernel.ledger.read(address), {listeners: [{accepts: false}]});
	world.advance(20_000);
	const order = [
		'kubelet.hook.preStop',
		'container.signal',
		'container.exit',
		'cri.StopPodSandbox',
		'cni.del.bridge',
	].map((stage) => world.at(stage)[0]!.step);
	t.deepEqual(
		order,
		order.toSorted((a, b) => a - b),
	);
	t.like(world.at('cri.StopContainer')[0]?.facts?.['request'], {timeout: '28'});
	t.is(world.kernel.ledger.read(address), undefined);
	t.is(world.pod(), undefined);
	t.deepEqual(world.calls, ['StopContainer', 'StopPodSandbox', 'RemoveContainer']);
});

test('D1: what ignores SIGTERM is killed when its grace is over', (t) => {
	const world = new KubeletWorld();
	world.createPod({terminationGracePeriodSeconds: 3, containers: [container({image: 'stubborn:1'})]});
	world.advance(5000);
	world.deletePod();
	world.advance(5000);
	t.is(world.at('container.kill')[0]?.facts?.['exitCode'], 137);
	t.is(world.pod(), undefined);
});

test('a Pod that is deleted by force has its container stopped with two seconds', (t) => {
	const world = new KubeletWorld();
	world.createPod({containers: [container({image: 'graceful-3s:1'})]});
	world.advance(5000);
	world.deletePod('web', 0);
	world.advance(5000);
	t.like(world.at('cri.StopContainer')[0]?.facts?.['request'], {timeout: '2'});
});

test('sidecars stop after the main container, the last one first', (t) => {
	const world = new KubeletWorld();
	const sidecar = {
		image: 'busybox:1.37',
		restartPolicy: 'Always',
		command: ['sh', '-c', "trap 'exit 0' TERM; sleep infinity & wait"],
	};
	world.createPod({
		terminationGracePeriodSeconds: 10,
		initContainers: [container({...sidecar, name: 'one'}), container({...sidecar, name: 'two'})],
		containers: [container({image: 'graceful-3s:1'})],
	});
	world.advance(10_000);
	world.deletePod();
	world.advance(10_000);
	t.deepEqual(
		world
			.at('cri.StopContainer')
			.filter(({facts}) => facts?.['answer'])
			.map(({facts}) => (facts!['request'] as {timeout: string}).timeout),
		['10', '7', '7'],
	);
});

test('a probe of a port where no process listens fails', (t) => {
	const world = new KubeletWorld();
	world.createPod({
		containers: [container({readinessProbe: {httpGet: {path: '/', port: 81}, periodSeconds: 1}})],
	});
	world.advance(8000);
	t.is(world.pod()?.status.phase, 'Running');
	t.is(world.pod()?.status.conditions?.find(({type}) => type === 'Ready')?.status, 'False');
	t.regex(world.events.join('\n'), /Warning Unhealthy Readiness probe failed: .*connection refused/);
});

test('a killed container ends with 137; its liveness is no longer probed, and its Pod goes after its last status, by its uid', (t) => {
	const world = new KubeletWorld();
	const livenessProbe = {exec: {command: ['true']}, periodSeconds: 1};
	world.createPod({
		containers: [container({image: 'stubborn:1', livenessProbe})],
		terminationGracePeriodSeconds: 5,
	});
	world.advance(6000);
	const uid = world.pod()?.metadata.uid;
	const before = world.at('kubelet.probe.liveness').length;
	t.true(before > 0);
	world.deletePod();
	world.advance(1100);
	const probed = world.at('kubelet.probe.liveness').length;
	world.advance(3500);
	t.is(world.at('kubelet.probe.liveness').length, probed);
	world.advance(20_000);
	t.is(world.pod(), undefined);
	const writes = world.requests.filter(
		({method, path}) => (method === 'PATCH' || method === 'DELETE') && path.includes('/pods/web'),
	);
	t.like(writes.at(-1), {method: 'DELETE', body: {gracePeriodSeconds: 0, preconditions: {uid}}});
	t.regex(JSON.stringify(writes.at(-2)?.body), /"exitCode":137/);
});

test('a Pod is not deleted while the apiserver refuses its last status', (t) => {
	const world = new KubeletWorld();
	world.createPod({containers: [container()], terminationGracePeriodSeconds: 1});
	world.advance(6000);
	const refused = {
		matches: ({method, path}: {readonly method: string; readonly path: string}) =>
			method === 'PATCH' && path.endsWith('/pods/web/status'),
		refusal: {code: 500, reason: 'InternalError', message: 'etcdserver: request timed out'},
	};
	world.interceptions.push(refused);
	world.deletePod();
	world.advance(20_000);
	t.truthy(world.pod());
	world.interceptions.splice(0);
	world.advance(20_000);
	t.is(world.pod(), undefined);
});

import test from 'ava';
import {ownPrograms, transcriptOf} from '../testing/own-programs.js';
import {Cluster, NetworkError, Terminated, type ContainerProgram} from './library.js';

const pod = (name: string, image: string, more = ''): string =>
	`apiVersion: v1
kind: Pod
metadata: {name: ${name}, labels: {app: ${name}}}
spec: {containers: [{name: main, image: "${image}"${more}}]}
`;

const service = (name: string): string =>
	`---
apiVersion: v1
kind: Service
metadata: {name: ${name}}
spec: {selector: {app: ${name}}, ports: [{port: 80, targetPort: 8080}]}
`;

const hello: ContainerProgram = function* ({listen, log, terminated, env, hostname, ip}) {
	let count = 0;
	yield* listen(8080, function* ({method, path, query, body}) {
		count++;
		yield* log(`${method} ${path}`);
		return path === '/slow'
			? {status: 200, body: 'late', afterMs: 3000}
			: {
					status: path === '/missing' ? 404 : 200,
					body: `${env['GREETING'] ?? 'Hello'} ${query['name'] ?? body} #${count}`,
				};
	});
	yield* log(`listening as ${hostname} on ${ip}`);
	yield* terminated();
	yield* log('bye');
	return 0;
};

test('a program listens, answers probes and clients, and ends when it is asked to', (t) => {
	const cluster = Cluster.create({programs: {'shop/hello:1': hello}});
	cluster.apply(
		pod(
			'hello',
			'shop/hello:1',
			', env: [{name: GREETING, value: Hi}], readinessProbe: {httpGet: {path: /, port: 8080}}',
		) +
			service('hello') +
			`---\n${pod('client', 'busybox:1.37', ', command: [sleep, "3600"]')}`,
	);
	cluster.rest();
	t.like(cluster.get('pods/hello'), {status: {phase: 'Running'}});
	t.like(cluster.kubectl('get pod hello').stdout.split('\n')[1]?.split(/\s+/), {1: '1/1'});
	t.regex(cluster.kubectl(`exec client -- wget -qO- http://hello/?name=Anna`).stdout, /^Hi Anna #\d+$/);
	t.regex(cluster.kubectl(`exec client -- wget -qO- http://hello/missing`).stderr, /404/);
	t.regex(cluster.kubectl(`exec client -- wget -T 2 -qO- http://hello/slow`).stderr, /timed out/);
	t.regex(cluster.kubectl('logs hello').stdout, /^listening as hello on 10\.244\.\d+\.\d+\nGET \/\n/);
	const log = cluster.begin('logs -f hello');
	cluster.kubectl('delete pod hello --wait=false');
	cluster.runFor(5000);
	t.regex(log.stdout, /bye\n$/);
	t.is(cluster.get('pods/hello'), undefined);
});

test('two programs: one asks the other by its Service, and sees what the network does', (t) => {
	const asked: string[] = [];
	const front: ContainerProgram = function* ({request, sleep, log}) {
		for (;;) {
			try {
				const {status, body} = yield* request('http://back/price', {method: 'POST', body: 'tea', timeoutMs: 1000});
				yield* log(`${status} ${body}`);
			} catch (error) {
				yield* log(error instanceof NetworkError ? error.code : String(error));
			}

			yield* sleep(1000);
		}
	};
	const back: ContainerProgram = function* ({listen, sleep}) {
		yield* listen(8080, ({method, body}) => {
			asked.push(method);
			return `${body}: 3`;
		});
		yield* sleep(3_600_000);
	};
	const cluster = Cluster.create({programs: {'shop/front:1': front, 'shop/back:1': back}});
	cluster.apply(pod('front', 'shop/front:1'));
	cluster.runFor(5000);
	cluster.apply(service('back'));
	cluster.runFor(3000);
	cluster.apply(pod('back', 'shop/back:1'));
	cluster.runFor(10_000);
	const seen = cluster
		.kubectl('logs front')
		.stdout.split('\n')
		.filter((line, at, all) => line !== '' && line !== all[at - 1]);
	t.deepEqual(seen, ['ENOTFOUND', 'ECONNREFUSED', '200 tea: 3']);
	t.true(asked.every((method) => method === 'POST'));
	const other = Cluster.replay(cluster.recording(), {programs: {'shop/front:1': front, 'shop/back:1': back}});
	t.is(other.kubectl('logs front').stdout, cluster.kubectl('logs front').stdout);
	t.throws(() => Cluster.replay(cluster.recording()), {message: /shop\/front:1/});
});

test('a worker takes work from a queue; what it throws ends it, and SIGTERM interrupts its sleep', (t) => {
	const worker: ContainerProgram = function* ({request, sleep, log, random, readFile}) {
		yield* log(`${readFile('/etc/hostname').trim()} ${random() < 1}`);
		for (;;) {
			const {status, body} = yield* request('http://queue/next');
			if (status === 204) {
				return 0;
			}

			if (body === 'poison') {
				throw new TypeError('cannot work on poison');
			}

			yield* log(`done ${body}`);
			try {
				yield* sleep(2000);
			} catch (error) {
				yield* log(error instanceof Terminated ? `gave up at ${error.signal}` : String(error));
				return 3;
			}
		}
	};
	const waiting = ['a', 'b', 'poison', 'c', 'd', 'e', 'f'];
	const queue: ContainerProgram = function* ({listen, terminated}) {
		yield* listen(8080, () => {
			const body = waiting.shift();
			return body === undefined ? {status: 204} : body;
		});
		yield* terminated();
	};
	const cluster = Cluster.create({programs: {worker, queue}});
	cluster.apply(pod('queue', 'queue') + service('queue'));
	cluster.rest();
	cluster.apply(pod('worker', 'worker', '').replace('spec: {', 'spec: {restartPolicy: OnFailure, '));
	cluster.runFor(6000);
	t.regex(
		cluster.kubectl('logs worker --previous').stdout,
		/^worker true\ndone a\ndone b\nTypeError: cannot work on poison\n$/,
	);
	t.is(cluster.get('pods/worker')?.status?.containerStatuses?.[0]?.restartCount, 1);
	const log = cluster.begin('logs -f worker');
	cluster.kubectl('delete pod worker --wait=false');
	cluster.runFor(3000);
	t.regex(log.stdout, /gave up at SIGTERM\n$/);
});

test('a program that ignores its signal is killed after the grace period, and one that is no function is refused', (t) => {
	const deaf: ContainerProgram = function* ({terminated}) {
		for (;;) {
			yield* terminated();
		}
	};
	const cluster = Cluster.create({programs: {deaf}});
	cluster.apply(pod('deaf', 'deaf').replace('spec: {', 'spec: {terminationGracePeriodSeconds: 5, '));
	cluster.rest();
	const from = cluster.now;
	cluster.kubectl('delete pod deaf');
	t.true(cluster.now - from >= 5000 && cluster.now - from < 8000, String(cluster.now - from));
	// @ts-expect-error A caller without types.
	t.throws(() => Cluster.create({programs: {deaf: 'run'}}), {
		instanceOf: TypeError,
		message: 'the program for image "deaf" is not a generator function',
	});
});

test('the examples of the page say hello, ask a service, and work on a queue whose work survives SIGTERM', (t) => {
	const [hello = '', services = '', worker = ''] = ownPrograms.map((one) => transcriptOf(one));
	t.regex(hello, /^Hello, Anna!$/m);
	t.regex(services, /^tea costs 3$[^]*^come back later$[^]*^no price: ECONNREFUSED$/m);
	t.regex(worker, /^greeted anna$[^]*^ben is back$[^]*^greeted ben\ngreeted cleo$[^]*worker +0\/1 +Completed/m);
});

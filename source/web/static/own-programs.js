// Programs for containers as generator functions, and what a reader does with each. `programs.js` plays them.
import {NetworkError, Terminated} from './cluster.js';

function* hello({listen, log, terminated}) {
	yield* listen(8080, ({query}) => `Hello, ${query.name}!`);
	yield* log('listening on 8080');
	yield* terminated();
	yield* log('shutting down');
}

function* prices({listen, terminated}) {
	yield* listen(8080, ({query}) => ({body: query.of === 'tea' ? '3' : '5', afterMs: 20}));
	yield* terminated();
}

function* shop({listen, request, log, terminated}) {
	yield* listen(8080, function* ({query}) {
		try {
			const {body} = yield* request(`http://prices:8080/?of=${query.item}`, {timeoutMs: 500});
			return `${query.item} costs ${body}`;
		} catch (error) {
			yield* log(`no price: ${error instanceof NetworkError ? error.code : error}`);
			return 'come back later';
		}
	});
	yield* terminated();
}

function* queue({listen, log, terminated}) {
	const waiting = ['anna', 'ben', 'cleo'];
	yield* listen(8080, function* ({method, body}) {
		if (method === 'POST') {
			waiting.unshift(body);
			yield* log(`${body} is back`);
			return 'taken back';
		}

		return waiting.shift() ?? {status: 204};
	});
	yield* terminated();
}

function* worker({request, sleep, log}) {
	for (;;) {
		const {status, body} = yield* request('http://queue:8080/');
		if (status === 204) {
			return 0;
		}

		try {
			yield* sleep(10_000);
			yield* log(`greeted ${body}`);
		} catch (error) {
			// The kubelet sends SIGTERM: the work returns to the queue.
			if (error instanceof Terminated) {
				yield* request('http://queue:8080/', {method: 'POST', body});
			}

			throw error;
		}
	}
}

const client = 'run client --image=busybox:1.37 -- sleep 3600';

// A step is a command line of kubectl, or a number of milliseconds that pass.
export const examples = [
	{
		title: 'Hello',
		programs: {'shop/hello:1': hello},
		steps: [
			'run hello --image=shop/hello:1 --port=8080 --expose',
			client,
			10_000,
			'exec client -- wget -qO- http://hello:8080/?name=Anna',
			'logs hello',
		],
	},
	{
		title: 'Two services',
		programs: {'shop/prices:1': prices, 'shop/front:1': shop},
		steps: [
			'run prices --image=shop/prices:1 --port=8080 --expose',
			'run shop --image=shop/front:1 --port=8080 --expose',
			client,
			10_000,
			'exec client -- wget -qO- http://shop:8080/?item=tea',
			'delete pod prices',
			5_000,
			'exec client -- wget -qO- http://shop:8080/?item=tea',
			'logs shop',
		],
	},
	{
		title: 'A worker with a queue',
		programs: {'shop/queue:1': queue, 'shop/worker:1': worker},
		steps: [
			'run queue --image=shop/queue:1 --port=8080 --expose',
			10_000,
			'run worker --image=shop/worker:1 --restart=Never',
			18_000,
			'logs worker',
			'delete pod worker',
			'logs queue',
			'run worker --image=shop/worker:1 --restart=Never',
			40_000,
			'logs worker',
			'get pods',
		],
	},
];

import process from 'node:process';
import {setTimeout as sleep} from 'node:timers/promises';
import {ask, watch, type Stored} from './api.js';

/*
A controller with a planted bug, for the tests of `chaos`. Its argument chooses the bug; with `fixed` it has none.

For each ConfigMap with the label `app: database` it keeps a Secret and two ConfigMaps of replicas.
*/

const bug = process.argv[2] ?? 'fixed';
const configMaps = '/api/v1/namespaces/default/configmaps';
const secrets = '/api/v1/namespaces/default/secrets';
let cache: ReadonlyMap<string, Stored> = new Map();

const succeeded = async (method: string, path: string, body?: unknown): Promise<Stored> => {
	const answer = await ask(method, path, body);
	const isThere = method === 'POST' && answer.status === 409;
	const isGone = method === 'DELETE' && answer.status === 404;
	if (answer.status >= 300 && !isThere && !isGone) {
		throw new Error(`${method} ${path}: ${answer.status}`);
	}

	return answer.body;
};

const createSecret = async (name: string): Promise<Stored> =>
	succeeded('POST', secrets, {metadata: {name: `${name}-password`}, stringData: {password: 'secret'}});

const markReady = async (name: string): Promise<Stored> =>
	succeeded('PATCH', `${configMaps}/${name}`, {metadata: {annotations: {password: 'created'}}});

const password = async ({metadata: {name, annotations = {}}}: Stored): Promise<void> => {
	if (annotations['password'] === 'created') {
		return;
	}

	if (bug === 'intermediate') {
		// Killed between the two writes, it never creates the Secret.
		await markReady(name);
		await createSecret(name);
	} else {
		await createSecret(name);
		await markReady(name);
	}
};

const replicas = async ({metadata: {name}}: Stored): Promise<void> => {
	if (bug === 'stale') {
		// Long enough for its own writes to come back, usually.
		await sleep(200);
	}

	const known = [...cache.values()].filter(({metadata}) => metadata.labels?.['of'] === name);
	if (bug === 'stale') {
		// Counts in a cache that may not have its own writes yet.
		for (let count = known.length; count < 2; count++) {
			await succeeded('POST', configMaps, {metadata: {generateName: `${name}-`, labels: {of: name}}});
		}
	} else {
		for (const index of [0, 1]) {
			await succeeded('POST', configMaps, {metadata: {name: `${name}-${index}`, labels: {of: name}}});
		}
	}
};

const forget = async (name: string): Promise<void> => {
	await succeeded('DELETE', `${secrets}/${name}-password`);
	for (const {metadata} of [...cache.values()].filter((one) => one.metadata.labels?.['of'] === name)) {
		await succeeded('DELETE', `${configMaps}/${metadata.name}`);
	}
};

const isDatabase = ({metadata}: Stored): boolean => metadata.labels?.['app'] === 'database';

let work = Promise.resolve();

/** Runs tasks in sequence; a failed one is repeated. */
const enqueue = (task: () => Promise<void>): void => {
	work = work.then(async () => {
		for (;;) {
			try {
				await task();
				return;
			} catch {
				await sleep(50);
			}
		}
	});
};

const reconcile = (name: string): void => {
	enqueue(async () => {
		const database = cache.get(name);
		if (database && isDatabase(database)) {
			await password(database);
			await replicas(database);
		}
	});
};

const gone = (object: Stored): void => {
	if (isDatabase(object)) {
		enqueue(async () => forget(object.metadata.name));
	}
};

setInterval(() => {
	for (const name of cache.keys()) {
		reconcile(name);
	}
}, 500);

for (;;) {
	try {
		const {body} = await ask('GET', configMaps);
		const listed = new Map((body.items ?? []).map((item) => [item.metadata.name, item]));
		const before = [...cache.values()];
		cache = listed;
		for (const name of listed.keys()) {
			reconcile(name);
		}

		if (bug !== 'unobserved') {
			// With that bug, only an event says that a ConfigMap is gone.
			for (const object of before.filter(({metadata}) => !listed.has(metadata.name))) {
				gone(object);
			}
		}

		await watch(configMaps, body.metadata.resourceVersion ?? '', ({type, object}) => {
			if (type === 'DELETED') {
				listed.delete(object.metadata.name);
				gone(object);
			} else {
				listed.set(object.metadata.name, object);
				reconcile(object.metadata.name);
			}
		});
	} catch {
		// The server is down: try once more.
	}

	await sleep(50);
}

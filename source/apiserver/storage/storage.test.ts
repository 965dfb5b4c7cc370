import test from 'ava';
import {Etcd} from '../../etcd/etcd.js';
import {Kernel} from '../../kernel/kernel.js';
import type {Routine} from '../../kernel/routine.js';
import {asObject, type KubernetesObject} from '../../objects/kubernetes-object.js';
import {resourceNamed} from '../../objects/resources.js';
import {nestedField} from '../../objects/unstructured.js';
import {notFound, RequestFailure} from '../request/failure.js';
import {Storage, type Change} from './storage.js';

const resource = resourceNamed('configmaps');
const key = '/registry/configmaps/default/web';
const object = (data: string) =>
	asObject({apiVersion: 'v1', kind: 'ConfigMap', metadata: {name: 'web', namespace: 'default'}, data: {data}});

const dataOf = (value: unknown): string => JSON.stringify(nestedField(value, 'data', 'data'));

/** Changes an object, with another write between the decision and its own write. @returns data that the decisions saw, and the outcome */
const raced = (conditional: boolean): readonly string[] => {
	const kernel = new Kernel();
	const storage = new Storage(new Etcd<KubernetesObject>(kernel));
	const told: string[] = [];
	kernel.spawn('test', 'test', function* (): Routine {
		yield* storage.create(key, resource, object('first'), {dryRun: false});
		const decide = function* (current: {readonly value: KubernetesObject}): Routine<Change> {
			told.push(`decides on ${dataOf(current.value)}`);
			if (told.length === 1) {
				yield* storage.etcd.txn([], [{type: 'put', key, value: object('faster')}]);
			}

			return {type: 'write', object: object('mine')};
		};

		try {
			const absent = () => new RequestFailure(notFound(resource, 'web'));
			yield* storage.update(key, resource, decide, {dryRun: false, conditional: () => conditional, absent});
		} catch (error) {
			told.push(error instanceof RequestFailure ? String(error.status.reason) : String(error));
		}

		told.push(`holds ${dataOf(storage.read(key)?.value)}`);
	});
	while (kernel.step()) {
		// Until the write has its outcome.
	}

	return told;
};

test('a write decides again when another one was faster, and one that names its version is too late', (t) => {
	t.deepEqual(raced(false), ['decides on "first"', 'decides on "faster"', 'holds "mine"']);
	t.deepEqual(raced(true), ['decides on "first"', 'Conflict', 'holds "faster"']);
});

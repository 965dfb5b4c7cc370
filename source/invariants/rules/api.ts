import {equal} from '../../kernel/equality.js';
import {isRecord} from '../../kernel/record.js';
import {parseTimestamp} from '../../kernel/clock.js';
import type {Frame} from '../../kernel/stop.js';
import type {OwnerReference} from '../../objects/kubernetes.generated.js';
import {isObject} from '../../objects/kubernetes-object.js';
import {nameOf} from '../known.js';
import type {Rule} from '../rule.js';

/** The frame around a stop that matches, if there is one. */
const frameOf = (frame: Frame | undefined, matches: (frame: Frame) => boolean): Frame | undefined => {
	let found = frame;
	while (found && !matches(found)) {
		found = found.parent;
	}

	return found;
};

/** The resourceVersion in the body of a request. */
const versionIn = (body: unknown): string => {
	const metadata = isRecord(body) ? body['metadata'] : undefined;
	const version = isRecord(metadata) ? metadata['resourceVersion'] : undefined;
	return typeof version === 'string' && version !== '0' ? version : '';
};

/** A request's frame, such as `update deployments web`. */
const isUpdate = ({name, component}: Frame): boolean => component === 'kube-apiserver' && name.startsWith('update ');

const conditionalWrites: Rule = {
	name: 'a conditional write changes the version that it names',
	source: 'https://kubernetes.io/docs/reference/using-api/api-concepts/#resource-versions',
	watch() {
		/** The version that a request names, by its frame. */
		const named = new WeakMap<Frame, string>();
		return {
			stops: {
				'apiserver.decode'({frame, facts}) {
					const version = versionIn(facts?.['input']);
					const request = version === '' ? undefined : frameOf(frame, isUpdate);
					if (request) {
						named.set(request, version);
					}
				},
			},
			onObject({key, before}, stop, broken) {
				const request = frameOf(stop.frame, isUpdate);
				const version = request && named.get(request);
				if (version !== undefined && isObject(before)) {
					const found = before.metadata.resourceVersion;
					if (found !== version && frameOf(stop.frame, ({object}) => object === key)) {
						broken(key, `the write names version ${version} and changes ${found}`);
					}
				}
			},
		};
	},
};

const deletionTimes: Rule = {
	name: 'a deletionTimestamp never moves to a later time',
	source: 'k8s.io/apiserver/pkg/registry/rest BeforeDelete',
	watch: () => ({
		onObject({key, before, after}, _stop, broken) {
			if (!isObject(before) || !isObject(after)) {
				return;
			}

			const [old, now] = [before.metadata, after.metadata];
			if (old.deletionTimestamp === undefined || old === now || old.uid !== now.uid) {
				return;
			}

			if (now.deletionTimestamp && parseTimestamp(now.deletionTimestamp) > parseTimestamp(old.deletionTimestamp)) {
				broken(key, `${old.deletionTimestamp} became ${now.deletionTimestamp}`);
			} else if ((now.deletionGracePeriodSeconds ?? 0) > (old.deletionGracePeriodSeconds ?? 0)) {
				broken(key, `a grace of ${old.deletionGracePeriodSeconds} s became ${now.deletionGracePeriodSeconds} s`);
			}
		},
	}),
};

/** The controller that removes each finalizer of Kubernetes; other finalizers are left to their authors. */
const finalizerOwners: ReadonlyMap<string, RegExp> = new Map([
	['foregroundDeletion', /^controller-manager[^/]*\/garbage-collector/],
	['orphan', /^controller-manager[^/]*\/garbage-collector/],
	['kubernetes.io/pvc-protection', /^controller-manager[^/]*\/(?:persistentvolumeclaim|pvc)-protection/],
	['kubernetes.io/pv-protection', /^controller-manager[^/]*\/(?:persistentvolume|pv)-protection/],
	['batch.kubernetes.io/job-tracking', /^controller-manager[^/]*\/job/],
]);

/** Clients may remove any finalizer; components only their own. */
const isComponent = /^(?:controller-manager|kubelet|kube-scheduler|csi-)/;

const finalizersOf = (object: unknown): readonly string[] =>
	isObject(object) ? (object.metadata.finalizers ?? []) : [];

const finalizers: Rule = {
	name: 'a finalizer of Kubernetes is removed by its controller',
	source: 'https://kubernetes.io/docs/concepts/overview/working-with-objects/finalizers/',
	watch: () => ({
		onObject({key, before, after}, stop, broken) {
			const old = finalizersOf(before);
			if (old.length === 0 || !after) {
				return;
			}

			const now = finalizersOf(after);
			for (const name of old) {
				const owner = now.includes(name) ? undefined : finalizerOwners.get(name);
				if (owner && isComponent.test(stop.process) && !owner.test(stop.process)) {
					broken(key, `${stop.process} removes ${name}`);
				}
			}
		},
	}),
};

/** The reference to the owner that manages an object. */
const controllerRef = (object: unknown): OwnerReference | undefined =>
	isObject(object) ? object.metadata.ownerReferences?.find(({controller}) => controller) : undefined;

const ownerUids: Rule = {
	name: 'a controller names its own object as owner of what it creates, by kind, name and uid',
	source: 'k8s.io/apimachinery/pkg/apis/meta/v1 NewControllerRef',
	watch(known) {
		/** Kind and name of each object that there has been, by uid. */
		const seen = new Map<string, string>();
		return {
			onObject({key, before, after}, stop, broken) {
				if (before || !isObject(after)) {
					return;
				}

				const {uid, name, namespace} = after.metadata;
				seen.set(uid, `${after.kind} ${namespace ?? ''}/${name}`);
				const owner = stop.process.startsWith('controller-manager') ? controllerRef(after) : undefined;
				if (!owner || known.isTakenOver) {
					return;
				}

				const meant = seen.get(owner.uid);
				if (meant !== `${owner.kind} ${namespace ?? ''}/${owner.name}` && meant !== `${owner.kind} /${owner.name}`) {
					broken(key, `its owner ${owner.kind} ${owner.name} has the uid of ${meant ?? 'nothing'}`);
				}
			},
		};
	},
};

const none: readonly OwnerReference[] = [];

const ownersOf = (object: unknown): readonly OwnerReference[] =>
	isObject(object) ? (object.metadata.ownerReferences ?? none) : none;

const foreground: Rule = {
	name: 'an owner with foregroundDeletion leaves after its blocking dependents',
	source: 'https://kubernetes.io/docs/concepts/architecture/garbage-collection/#foreground-deletion',
	watch() {
		/** Uid of an owner → keys of objects that block its deletion. */
		const dependents = new Map<string, Set<string>>();
		const createdAt = new Map<string, number>();
		const link = (key: string, object: unknown, isThere: boolean): void => {
			for (const {uid, blockOwnerDeletion} of ownersOf(object)) {
				if (blockOwnerDeletion && isThere) {
					dependents.set(uid, (dependents.get(uid) ?? new Set()).add(key));
				} else {
					dependents.get(uid)?.delete(key);
				}
			}
		};

		/** By uid of an owner: the step at which its deletion began. */
		const begun = new Map<string, number>();
		return {
			onObject({key, before, after}, stop, broken) {
				if (!before) {
					createdAt.set(key, stop.step);
				} else if (!after) {
					createdAt.delete(key);
				}

				if (!equal(ownersOf(before), ownersOf(after))) {
					link(key, before, false);
					link(key, after, true);
				}

				if (isObject(after) && after.metadata.finalizers?.includes('foregroundDeletion')) {
					if (!begun.has(after.metadata.uid)) {
						begun.set(after.metadata.uid, stop.step);
					}
				} else if (isObject(before) && before.metadata.finalizers?.includes('foregroundDeletion')) {
					const since = begun.get(before.metadata.uid) ?? 0;
					const left = [...(dependents.get(before.metadata.uid) ?? [])].filter(
						(name) => (createdAt.get(name) ?? 0) < since,
					);
					if (left.length > 0) {
						broken(key, `${left.map((name) => nameOf(name)).join(', ')} is still there`);
					}
				}
			},
		};
	},
};

const namespaces: Rule = {
	name: 'no object outlives its namespace',
	source: 'https://kubernetes.io/docs/concepts/overview/working-with-objects/namespaces/',
	watch() {
		/** Keys of present objects by namespace. */
		const within = new Map<string, Set<string>>();
		return {
			onObject({key, before, after}, _stop, broken) {
				const object = after ?? before;
				if (!isObject(object)) {
					return;
				}

				const {namespace} = object.metadata;
				if (namespace) {
					const keys = within.get(namespace) ?? new Set();
					within.set(namespace, keys);
					if (!after) {
						keys.delete(key);
					} else if (!before) {
						keys.add(key);
					}
				} else if (!after && key.startsWith('/registry/namespaces/')) {
					const left = [...(within.get(object.metadata.name) ?? [])];
					if (left.length > 0) {
						broken(key, `${left.slice(0, 3).join(', ')} is still in it`);
					}
				}
			},
		};
	},
};

const statusWriters: Rule = {
	name: 'a write of the status leaves spec and generation as they are',
	source:
		'https://github.com/kubernetes/community/blob/master/contributors/devel/sig-architecture/api-conventions.md#spec-and-status',
	watch: () => ({
		onObject({key, before, after}, stop, broken) {
			if (!isRecord(before) || !isRecord(after) || before['spec'] === after['spec']) {
				return;
			}

			const request = frameOf(
				stop.frame,
				({name, component}) => component === 'kube-apiserver' && /^(?:update|patch) \S+\/status /.test(name),
			);
			if (request && !equal(before['spec'], after['spec'])) {
				broken(key, 'the spec changes');
			}
		},
	}),
};

/** An object without metadata and status: the part whose changes a generation counts. */
const desired = (object: object): object =>
	Object.fromEntries(Object.entries(object).filter(([name]) => name !== 'metadata' && name !== 'status'));

const generations: Rule = {
	name: 'the generation rises by one when the desired state changes, and only then or with the deletion',
	source: 'k8s.io/apiserver/pkg/registry/rest BeforeUpdate, and PrepareForUpdate of each strategy',
	watch: () => ({
		onObject({key, before, after}, stop, broken) {
			if (!isObject(before) || !isObject(after) || before.metadata.generation === undefined) {
				return;
			}

			const [old, now] = [before.metadata.generation, after.metadata.generation ?? 0];
			const [spec, newSpec] = [before, after].map((object) => ('spec' in object ? object.spec : undefined));
			const hasChanged = spec === undefined ? now !== old : spec !== newSpec && !equal(desired(before), desired(after));
			const isDeleted =
				before.metadata.deletionTimestamp !== after.metadata.deletionTimestamp ||
				before.metadata.deletionGracePeriodSeconds !== after.metadata.deletionGracePeriodSeconds;
			// A binding sets the node without a new generation.
			const isBinding = frameOf(stop.frame, ({name}) => name.startsWith('create pods/binding')) !== undefined;
			// Legacy initializers change a Pod before its creation is over.
			if (!isDeleted && !isBinding && !('initializers' in before.metadata) && now !== old + (hasChanged ? 1 : 0)) {
				broken(key, `${old} became ${now} while the desired state ${hasChanged ? 'changed' : 'stayed'}`);
			}
		},
	}),
};

/** Rules about API objects of any kind. */
export const apiRules: readonly Rule[] = [
	conditionalWrites,
	deletionTimes,
	finalizers,
	ownerUids,
	foreground,
	namespaces,
	statusWriters,
	generations,
];

import {isRecord} from '../../kernel/record.js';
import type {Deployment, PersistentVolumeClaim, Pod, ReplicaSet} from '../../objects/kubernetes.generated.js';
import {isObject} from '../../objects/kubernetes-object.js';
import {isPodActive, isPodReady} from '../../objects/pod.js';
import {controllerOf, nameOf} from '../known.js';
import type {Rule} from '../rule.js';
import {byUid, ownerOf, versionsOf} from '../second-reading.js';

/** The importance of a Pod: a Pod without a node is less important than one with a node; then its phase and its readiness decide. */
const worthOf = (pod: Pod): number =>
	(pod.spec.nodeName ? 100 : 0) + (pod.status?.phase === 'Running' ? 10 : 0) + (isPodReady(pod) ? 1 : 0);

const victims: Rule = {
	name: 'a ReplicaSet that has too many Pods ends those that would be missed least: without a node, not running, not ready',
	source: 'https://kubernetes.io/docs/concepts/workloads/controllers/replicaset/#scaling-a-replicaset',
	watch: (known) => ({
		changes: {
			pods({key, before, after}, {process}, broken) {
				const uid = ownerOf(before, 'ReplicaSet');
				const isEnded = before && !before.metadata.deletionTimestamp && (!after || after.metadata.deletionTimestamp);
				if (!isEnded || uid === undefined || controllerOf(process) !== 'replicaset') {
					return;
				}

				const worths = (name: string, pod: Pod): readonly number[] =>
					versionsOf<Pod>(known, process, 'pods', name, pod).map((version) => worthOf(version));
				const least = Math.min(...worths(key, before));
				for (const [name, pod] of known.all('pods')) {
					if (
						name !== key &&
						ownerOf(pod, 'ReplicaSet') === uid &&
						isPodActive(pod) &&
						Math.max(...worths(name, pod)) < least
					) {
						broken(key, `${nameOf(name)} stays, and would be missed less`);
					}
				}
			},
		},
	}),
};

const scores: Rule = {
	name: 'a scheduler chooses a node of the highest total score',
	source: 'https://kubernetes.io/docs/concepts/scheduling-eviction/kube-scheduler/',
	watch: () => ({
		stops: {
			'scheduler.select'({facts, object}, broken) {
				const {node, totals, matrix} = facts ?? {};
				const nodes = isRecord(matrix) ? matrix['nodes'] : undefined;
				if (!Array.isArray(totals) || !Array.isArray(nodes)) {
					return;
				}

				const points = totals.map(Number);
				const [own, most] = [points[nodes.indexOf(node)], Math.max(...points)];
				if (own !== undefined && own < most) {
					broken(object ?? '', `${String(node)} has ${own} points, and another has ${most}`);
				}
			},
		},
	}),
};

const revisionOf = (set: ReplicaSet): number =>
	Number(set.metadata.annotations?.['deployment.kubernetes.io/revision'] ?? 0);

const numbers: Rule = {
	name: 'a Deployment gives the ReplicaSet of its template a higher revision than all others have',
	source: 'https://kubernetes.io/docs/concepts/workloads/controllers/deployment/#rolling-back-a-deployment',
	watch: (known) => ({
		changes: {
			replicasets({key, before, after}, {process}, broken) {
				const uid = ownerOf(after, 'Deployment');
				if (!after || uid === undefined || controllerOf(process) !== 'deployment') {
					return;
				}

				const revision = revisionOf(after);
				if (before && revisionOf(before) === revision) {
					return;
				}

				for (const [name, set] of known.all('replicasets')) {
					if (name !== key && ownerOf(set, 'Deployment') === uid && revisionOf(set) >= revision) {
						broken(key, `its revision is ${revision}, and that of ${nameOf(name)} is ${revisionOf(set)}`);
					}
				}
			},
		},
	}),
};

const deployed: Rule = {
	name: 'at rest, a Deployment has the revision of the ReplicaSet with its images',
	source: 'k8s.io/kubernetes/pkg/controller/deployment DeploymentController.getNewReplicaSet',
	watch: (known) => ({
		atRest(broken) {
			const imagesOf = (object: Deployment | ReplicaSet): string =>
				(object.spec?.template?.spec?.containers ?? []).map(({image}) => image).join();
			for (const [key, deployment] of known.all('deployments')) {
				const own = [...known.all('replicasets').values()].filter(
					(set) => ownerOf(set, 'Deployment') === deployment.metadata.uid,
				);
				const highest = own.toSorted((one, other) => revisionOf(other) - revisionOf(one))[0];
				const told = deployment.metadata.annotations?.['deployment.kubernetes.io/revision'];
				if (!highest || told === undefined || deployment.spec.paused || deployment.metadata.deletionTimestamp) {
					continue;
				}

				if (told !== String(revisionOf(highest))) {
					broken(key, `it says ${told}, and its newest ReplicaSet ${revisionOf(highest)}`);
				} else if (imagesOf(highest) !== imagesOf(deployment)) {
					broken(key, `its newest ReplicaSet has ${imagesOf(highest)} and not ${imagesOf(deployment)}`);
				}
			}
		},
	}),
};

const suspended: Rule = {
	name: 'a CronJob that is suspended makes no Job',
	source: 'https://kubernetes.io/docs/concepts/workloads/controllers/cron-jobs/#schedule-suspension',
	watch: (known) => ({
		changes: {
			jobs({key, before, after}, {process}, broken) {
				const [name, cron] = byUid(known.all('cronjobs'), ownerOf(after, 'CronJob')) ?? [];
				if (before || name === undefined || controllerOf(process) !== 'cronjob') {
					return;
				}

				if (versionsOf(known, process, 'cronjobs.batch', name, cron).every(({spec}) => spec?.suspend)) {
					broken(key, `${nameOf(name)} is suspended`);
				}
			},
		},
	}),
};

const indexName = 'batch.kubernetes.io/job-completion-index';

const indexes: Rule = {
	name: 'an Indexed Job has one active Pod of an index, and each index is below its completions',
	source: 'https://kubernetes.io/docs/concepts/workloads/controllers/job/#completion-mode',
	watch: (known) => ({
		changes: {
			pods({key, before, after}, {process}, broken) {
				const uid = ownerOf(after, 'Job');
				const index = after?.metadata.annotations?.[indexName];
				if (before || uid === undefined || index === undefined || controllerOf(process) !== 'job') {
					return;
				}

				const completions = byUid(known.all('jobs'), uid)?.[1].spec?.completions ?? 0;
				const [other] =
					[...known.all('pods')].find(
						([name, pod]) =>
							name !== key &&
							ownerOf(pod, 'Job') === uid &&
							pod.metadata.annotations?.[indexName] === index &&
							isPodActive(pod),
					) ?? [];
				if (Number(index) >= completions) {
					broken(key, `its index is ${index} of ${completions}`);
				} else if (other !== undefined && known.lostCreates === 0) {
					broken(key, `${nameOf(other)} has the index ${index} too`);
				}
			},
		},
	}),
};

const owners: Rule = {
	name: 'the garbage collector deletes no object that has an owner which stays',
	source: 'k8s.io/kubernetes/pkg/controller/garbagecollector GarbageCollector.attemptToDeleteItem',
	watch: (known) => ({
		onObject({key, before, after}, {process}, broken) {
			const isDeleted =
				isObject(before) &&
				before.metadata.deletionTimestamp === undefined &&
				(!isObject(after) || after.metadata.deletionTimestamp !== undefined);
			if (!isDeleted || controllerOf(process) !== 'garbage-collector') {
				return;
			}

			const wanted = new Set((before.metadata.ownerReferences ?? []).map(({uid}) => uid));
			for (const [name, owner] of known.kernel.ledger.entries('/registry/')) {
				if (isObject(owner) && wanted.has(owner.metadata.uid) && owner.metadata.deletionTimestamp === undefined) {
					broken(key, `its owner ${nameOf(name)} stays`);
				}
			}
		},
	}),
};

const units: Readonly<Record<string, number>> = {Ki: 1024, Mi: 1024 ** 2, Gi: 1024 ** 3, Ti: 1024 ** 4};

/** Bytes of an amount such as `5Gi`. */
const bytesOf = (amount: string | number | undefined): number => {
	const [, number = '0', unit = ''] = /^(\d+)(\w*)$/.exec(String(amount ?? 0)) ?? [];
	return Number(number) * (units[unit] ?? 1);
};

const volumes: Rule = {
	name: 'a claim gets a volume that is large enough, of its class, and with its access modes',
	source: 'https://kubernetes.io/docs/concepts/storage/persistent-volumes/#binding',
	watch(known) {
		const misfit = (claim: PersistentVolumeClaim): string => {
			const volume = known.all('persistentvolumes').get(`/registry/persistentvolumes/${claim.spec?.volumeName}`);
			const {accessModes = [], resources, storageClassName} = claim.spec ?? {};
			if (!volume?.spec) {
				return '';
			}

			const [asked, has] = [bytesOf(resources?.requests?.['storage']), bytesOf(volume.spec.capacity?.['storage'])];
			if (has < asked) {
				return `it asks for ${asked} bytes, and ${volume.metadata.name} has ${has}`;
			}

			const mode = accessModes.find((one) => !volume.spec?.accessModes?.includes(one));
			if (mode !== undefined) {
				return `${volume.metadata.name} has no ${mode}`;
			}

			return storageClassName !== undefined && (volume.spec.storageClassName ?? '') !== storageClassName
				? `it is of class ${storageClassName}, and ${volume.metadata.name} is not`
				: '';
		};

		return {
			changes: {
				persistentvolumeclaims({key, before, after}, {process}, broken) {
					const isNew = after?.spec?.volumeName !== undefined && before?.spec?.volumeName !== after.spec.volumeName;
					const found = after && isNew && !process.startsWith('kubectl') ? misfit(after) : '';
					if (found !== '') {
						broken(key, found);
					}
				},
			},
		};
	},
};

/** Rules about the choices of components. */
export const choiceRules: readonly Rule[] = [victims, scores, numbers, deployed, suspended, indexes, owners, volumes];

import {isRecord} from '../../kernel/record.js';
import type {LimitRange, Pod, PriorityClass} from '../../objects/kubernetes.generated.js';
import {isTerminal} from '../../objects/pod.js';
import {parseQuantity} from '../../objects/quantity.js';
import {controllerOf, nameOf, type Known} from '../known.js';
import type {Rule} from '../rule.js';
import {podsIn, runs} from '../second-reading.js';
import {requestOf} from './scheduler.js';

/** The amounts that quotas most often limit, in thousandths; `undefined` for other amounts. */
const amountOf = (known: Known, namespace: string, name: string): bigint | undefined => {
	const pods = podsIn(known, namespace, (pod) => !isTerminal(pod));
	const count = (objects: Iterable<{readonly metadata: {readonly namespace?: string}}>): bigint =>
		BigInt([...objects].filter(({metadata}) => metadata.namespace === namespace).length) * 1000n;
	const resource = /^(?:requests\.)?(cpu|memory)$/.exec(name)?.[1];
	if (resource !== undefined) {
		return pods.reduce((sum, pod) => sum + requestOf(pod, resource), 0n);
	}

	switch (name) {
		case 'pods':
			return BigInt(pods.length) * 1000n;
		case 'services':
			return count(known.all('services/specs').values());
		case 'persistentvolumeclaims':
			return count(known.all('persistentvolumeclaims').values());
		case 'count/jobs.batch':
			return count(known.all('jobs').values());
		default:
			return undefined;
	}
};

const quotaLimits: Rule = {
	name: 'a ResourceQuota is charged up to its hard limits, and no further',
	source: 'https://kubernetes.io/docs/concepts/policy/resource-quotas/#how-kubernetes-resourcequotas-work',
	watch: () => ({
		changes: {
			resourcequotas({key, before, after}, {process}, broken) {
				// The controller counts the existing objects, even after a limit has been lowered.
				if (!before || !after || controllerOf(process) === 'resourcequota') {
					return;
				}

				for (const [name, used] of Object.entries(after.status?.used ?? {})) {
					const [amount, old] = [parseQuantity(used), parseQuantity(before.status?.used?.[name] ?? '0')];
					const hard = after.status?.hard?.[name];
					if (amount > old && hard !== undefined && amount > parseQuantity(hard)) {
						broken(key, `${used} of ${name} are charged, and ${hard} allowed`);
					}
				}
			},
		},
	}),
};

const quotaCounts: Rule = {
	name: 'at rest, a ResourceQuota counts what there is',
	source: 'k8s.io/kubernetes/pkg/controller/resourcequota Controller.syncResourceQuota',
	watch(known) {
		/** Quota charges without an object: a request that fails after its charge is counted until the controller recounts. */
		let lost = 0;
		return {
			changes: {
				resourcequotas({before, after}, {process}) {
					const isCharge = before && after && before.status?.used !== after.status?.used;
					lost = controllerOf(process) === 'resourcequota' ? 0 : lost + (isCharge ? 1 : 0);
				},
			},
			onObject({key, before}) {
				const isIn = !before && isCharged.test(key) && limited(known, key.split('/').at(-2) ?? '');
				lost -= isIn ? 1 : 0;
			},
			atRest(broken) {
				for (const [key, {metadata, spec, status}] of runs(known, 'resourcequota') ? known.all('resourcequotas') : []) {
					for (const [name, used] of Object.entries(status?.used ?? {})) {
						const amount = spec?.scopes || spec?.scopeSelector ? undefined : amountOf(known, metadata.namespace, name);
						const more = amount === undefined ? 0n : parseQuantity(used) - amount;
						if ((more < 0n || (more > 0n && lost <= 0)) && known.isCalm && !metadata.deletionTimestamp) {
							broken(key, `it counts ${used} of ${name}, and there are ${Number(amount) / 1000}`);
						}
					}
				}
			},
		};
	},
};

/** Amounts that count objects: a request asks for one object. */
const countsObjects = (name: string): boolean =>
	name.startsWith('count/') || /^(?:pods|services|persistentvolumeclaims)$/.test(name);

const quotaCharges: Rule = {
	name: 'admission charges a ResourceQuota for one object at a time, and never without a change',
	source:
		'k8s.io/apiserver/pkg/admission/plugin/resourcequota quotaEvaluator.checkQuotas, resource_access UpdateQuotaStatus',
	watch: () => ({
		changes: {
			resourcequotas({key, before, after}, {process}, broken) {
				const [old, used] = [before?.status?.used, after?.status?.used];
				if (!old || !used || controllerOf(process) === 'resourcequota' || before?.spec !== after?.spec) {
					return;
				}

				const names = Object.keys(used).filter((name) => used[name] !== old[name]);
				const tooMuch = names.find(
					(name) => countsObjects(name) && parseQuantity(used[name] ?? '0') - parseQuantity(old[name] ?? '0') !== 1000n,
				);
				if (tooMuch !== undefined) {
					broken(key, `${tooMuch} changes from ${old[tooMuch]} to ${used[tooMuch]}`);
				} else if (names.length === 0 && used !== old) {
					broken(key, 'a charge leaves all amounts as they are: it overwrites another one');
				}
			},
		},
	}),
};

/**
Counts usage beyond a limit. Like Kubernetes, it allows one case: a charged object is not in the caches yet when the controller recounts,
and its charge is lost (https://github.com/kubernetes/kubernetes/issues/123434).
*/
const quotaRecount: Rule = {
	name: 'the controller of ResourceQuotas counts the Pods of its cache that have not ended',
	source: 'k8s.io/kubernetes/pkg/controller/resourcequota Controller.syncResourceQuota',
	watch(known) {
		/** Names of deleted Pods that may still be in the cache. */
		const gone = new Set<string>();
		return {
			changes: {
				pods({key, before, after}) {
					if (before && !after) {
						gone.add(nameOf(key));
					}
				},
			},
			stops: {
				'controller.resourcequota.sync'({facts, object = '', process}, broken) {
					const quota = known.all('resourcequotas').get(object);
					const used = isRecord(facts?.['used']) ? facts['used']['pods'] : undefined;
					if (typeof used !== 'string' || !quota || quota.spec?.scopes || quota.spec?.scopeSelector) {
						return;
					}

					const names = new Set([...gone, ...[...known.all('pods').keys()].map((name) => nameOf(name))]);
					let count = 0;
					for (const name of names) {
						const pod = known.cached<Pod>(process.split('/')[0] ?? '', 'pods', name);
						count += pod && pod.metadata.namespace === quota.metadata.namespace && !isTerminal(pod) ? 1 : 0;
						if (!pod) {
							gone.delete(name);
						}
					}

					if (parseQuantity(used) !== BigInt(count) * 1000n) {
						broken(object, `it counts ${used}, and its cache has ${count}`);
					}
				},
			},
		};
	},
};

const limited = (known: Known, namespace: string): boolean =>
	[...known.all('resourcequotas').keys()].some((at) => at.startsWith(`/registry/resourcequotas/${namespace}/`));

const isCharged = /^\/registry\/(?:pods|services\/specs|persistentvolumeclaims|jobs|configmaps|secrets)\//;

/** The difference between a new Pod and the Pod that admission must return; empty without one. */
const unprepared = (known: Known, {metadata, spec}: Pod): string => {
	const ranges = known.kernel.ledger
		.entries<LimitRange>(`/registry/limitranges/${metadata.namespace}/`)
		.flatMap(([, range]) => range.spec?.limits ?? [])
		.filter(({type}) => type === 'Container');
	for (const {defaultRequest = {}, min = {}, max = {}} of ranges) {
		for (const {name, resources} of spec.containers) {
			const lacking = Object.keys(defaultRequest).find((resource) => resources?.requests?.[resource] === undefined);
			const small = Object.entries(min).find(
				([resource, amount]) => parseQuantity(resources?.requests?.[resource] ?? amount) < parseQuantity(amount),
			);
			const large = Object.entries(max).find(
				([resource, amount]) => parseQuantity(resources?.limits?.[resource] ?? amount) > parseQuantity(amount),
			);
			if (lacking ?? small ?? large) {
				return `${name} does not keep to the LimitRange: ${lacking ?? small?.[0] ?? large?.[0]}`;
			}
		}
	}

	const priority =
		spec.priorityClassName === undefined
			? undefined
			: known.at<PriorityClass>(`/registry/priorityclasses/${spec.priorityClassName}`)?.value;
	if (priority !== undefined && spec.priority !== priority) {
		return `its class has the priority ${priority}, and it has ${spec.priority}`;
	}

	const account = spec.serviceAccountName ?? '';
	if (account === '' && metadata.annotations?.['kubernetes.io/config.mirror'] === undefined) {
		return 'it has no service account';
	}

	const missing = ['not-ready', 'unreachable'].find(
		(name) =>
			!spec.tolerations?.some(
				({key, effect}) => (!key || key === `node.kubernetes.io/${name}`) && (!effect || effect === 'NoExecute'),
			),
	);
	return missing === undefined ? '' : `it does not tolerate ${missing} for a while`;
};

const podAdmission: Rule = {
	name: 'a new Pod has the defaults of its namespace: limits, priority, service account and tolerations',
	source: 'https://kubernetes.io/docs/reference/access-authn-authz/admission-controllers/',
	watch: (known) => ({
		changes: {
			pods({key, before, after}, {process}, broken) {
				// Scenarios can leave plug-ins out, and bring objects that no apiserver has admitted.
				const isAdmitted = known.hasDefaultAdmission && process.startsWith('kube-apiserver') === false;
				const found = !before && after && isAdmitted && known.isCalm ? unprepared(known, after) : '';
				if (found !== '') {
					broken(key, found);
				}
			},
		},
	}),
};

/** Rules about the additions and refusals of admission. */
export const admissionRules: readonly Rule[] = [quotaLimits, quotaCharges, quotaRecount, quotaCounts, podAdmission];

import {parseDuration} from '../go/duration.js';
import {
	cgroupDrivers,
	cpuManagerPolicies,
	defaultEvictionHard,
	memoryManagerPolicies,
	type BySignal,
	type EvictionSignal,
	type KubeletConfiguration,
} from '../objects/kubelet-configuration.js';
import {addQuantities, bytes, cpuMillis, isQuantity} from '../objects/quantity.js';
import {
	amount,
	boolean,
	count,
	integer,
	list,
	mapOf,
	number,
	oneOf,
	rate,
	record,
	text,
	type Shape,
} from './document.js';

/** The default number of a node's CPUs. */
export const defaultCPU = '4';

/** Numbers of CPUs as the kernel writes them; a single one may be a number. */
const cpuList: Shape<string> = {
	expects: 'CPU numbers, such as 0 or 0,2-3',
	schema: () => ({...amount.schema(), description: 'CPU numbers, such as 0 or 0,2-3'}),
	check(node, report) {
		const value = amount.check(node, report);
		if (value !== undefined && !/^\d+(?:-\d+)?(?:,\d+(?:-\d+)?)*$/.test(value)) {
			report(node, `"${value}" is not a list of CPUs`, 'write their numbers, such as 0 or 0,2-3');
			return undefined;
		}

		return value;
	},
};

/** Time as Go writes it. */
export const duration: Shape<string> = {
	expects: 'a duration, such as 10s or 1m30s',
	schema: () => ({...text.schema(), description: 'a duration, such as 10s or 1m30s'}),
	check(node, report) {
		const value = text.check(node, report);
		if (value !== undefined && !((parseDuration(value) ?? 0) > 0)) {
			report(node, `"${value}" is not a positive duration`, 'write a number with a unit, such as 10s or 1m30s');
			return undefined;
		}

		return value;
	},
};

/** Something for signals of the eviction manager. */
const bySignal = record({
	'memory.available': amount,
	'nodefs.available': amount,
	'imagefs.available': amount,
	'pid.available': amount,
} satisfies Readonly<Record<EvictionSignal, Shape<string>>>);

/** The configuration of a kubelet, by the names of its own file. */
export const kubeletShape = record({
	kubeAPIQPS: rate,
	kubeAPIBurst: count,
	eventRecordQPS: rate,
	eventBurst: count,
	cgroupDriver: oneOf(cgroupDrivers),
	cgroupsPerQOS: boolean,
	cpuManagerPolicy: oneOf(cpuManagerPolicies),
	cpuManagerReconcilePeriod: duration,
	reservedSystemCPUs: cpuList,
	memoryManagerPolicy: oneOf(memoryManagerPolicies),
	reservedMemory: list(record({numaNode: integer, limits: mapOf(amount)}, ['numaNode', 'limits'])),
	systemReserved: mapOf(amount),
	kubeReserved: mapOf(amount),
	evictionHard: bySignal,
	evictionSoft: bySignal,
	evictionSoftGracePeriod: bySignal,
	evictionMinimumReclaim: bySignal,
	evictionPressureTransitionPeriod: duration,
	evictionMaxPodGracePeriod: number,
	imageGCHighThresholdPercent: number,
	imageGCLowThresholdPercent: number,
	imageMinimumGCAge: duration,
	shutdownGracePeriod: duration,
	shutdownGracePeriodCriticalPods: duration,
	shutdownGracePeriodByPodPriority: list(
		record({priority: integer, shutdownGracePeriodSeconds: number}, ['priority', 'shutdownGracePeriodSeconds']),
	),
});

/** One mistake in a configuration. */
export interface ConfigurationMistake {
	/** Fields down to the wrong one. */
	readonly path: readonly string[];
	readonly message: string;
	readonly remedy: string;
}

/** Highest number in a list of CPUs. */
const highest = (cpus: string): number => Math.max(...cpus.split(/[,-]/).map(Number));

const isShare = (text: string): boolean => /^(?:\d+(?:\.\d+)?)%$/.test(text) && Number(text.slice(0, -1)) <= 100;

const thresholdRemedy = 'write an amount such as 500Mi, or a share such as 10%';

/** The mistakes in thresholds for evictions. */
const evictionMistakes = ({
	evictionHard = {},
	evictionSoft = {},
	evictionSoftGracePeriod = {},
	evictionMinimumReclaim = {},
}: KubeletConfiguration): readonly ConfigurationMistake[] => {
	const mistakes: ConfigurationMistake[] = [];
	const check = (field: string, table: BySignal, isRight: (value: string) => boolean, remedy: string) => {
		for (const [signal, value] of Object.entries(table)) {
			if (!isRight(value)) {
				mistakes.push({path: [field, signal], message: `"${value}" is not a valid value for ${signal}`, remedy});
			}
		}
	};
	const isThreshold = (value: string) => isShare(value) || (isQuantity(value) && !value.startsWith('-'));
	check('evictionHard', evictionHard, isThreshold, thresholdRemedy);
	check('evictionSoft', evictionSoft, isThreshold, thresholdRemedy);
	check('evictionMinimumReclaim', evictionMinimumReclaim, isThreshold, thresholdRemedy);
	check(
		'evictionSoftGracePeriod',
		evictionSoftGracePeriod,
		(value) => (parseDuration(value) ?? 0) > 0,
		'write a duration such as 1m30s',
	);
	for (const signal of Object.keys(evictionSoft)) {
		if (!Object.hasOwn(evictionSoftGracePeriod, signal)) {
			mistakes.push({
				path: ['evictionSoft', signal],
				message: `grace period must be specified for the soft eviction threshold ${signal}`,
				remedy: `add evictionSoftGracePeriod: {${signal}: 1m30s}`,
			});
		}
	}

	return mistakes;
};

/** The mistakes in the periods of a shutdown. @mirrors k8s.io/kubernetes/pkg/kubelet/apis/config/validation ValidateKubeletConfiguration */
const shutdownMistakes = ({
	shutdownGracePeriod,
	shutdownGracePeriodCriticalPods,
	shutdownGracePeriodByPodPriority = [],
}: KubeletConfiguration): readonly ConfigurationMistake[] => {
	const periods = Object.entries({shutdownGracePeriod, shutdownGracePeriodCriticalPods}).flatMap(([field, period]) =>
		period === undefined ? [] : [{field, period, ms: parseDuration(period) ?? 0}],
	);
	const mistakes = periods
		.filter(({ms}) => ms < 1000)
		.map(({field, period}) => ({
			path: [field],
			message: `invalid configuration: ${field} ${period} must be either zero or otherwise >= 1 sec`,
			remedy: `write ${field}: 30s, or leave it out`,
		}));
	const [all, critical] = [
		parseDuration(shutdownGracePeriod ?? '0s'),
		parseDuration(shutdownGracePeriodCriticalPods ?? '0s'),
	];
	if (mistakes.length === 0 && (critical ?? 0) > (all ?? 0)) {
		mistakes.push({
			path: ['shutdownGracePeriodCriticalPods'],
			message: `invalid configuration: shutdownGracePeriodCriticalPods ${shutdownGracePeriodCriticalPods} must be <= shutdownGracePeriod ${shutdownGracePeriod ?? '0s'}`,
			remedy: 'critical Pods get the last part of shutdownGracePeriod: make the whole period longer',
		});
	}

	if (shutdownGracePeriodByPodPriority.length > 0 && periods.length > 0) {
		mistakes.push({
			path: ['shutdownGracePeriodByPodPriority'],
			message:
				'invalid configuration: Cannot specify both shutdownGracePeriodByPodPriority and shutdownGracePeriod at the same time',
			remedy: 'write only one of the two',
		});
	}

	return mistakes;
};

/** A node's memory that is reserved from Pods; `undefined` where it depends on the node's size. */
const reservedInAll = ({systemReserved, kubeReserved, evictionHard}: KubeletConfiguration): string | undefined => {
	const threshold = (evictionHard ?? defaultEvictionHard)['memory.available'] ?? '0';
	const amounts = [systemReserved?.['memory'] ?? '0', kubeReserved?.['memory'] ?? '0', threshold];
	return isShare(threshold) ? undefined : amounts.reduce((sum, one) => addQuantities(sum, one));
};

/** @mirrors k8s.io/kubernetes/pkg/kubelet/cm/memorymanager validateReservedMemory */
const memoryMistakes = (configuration: KubeletConfiguration): readonly ConfigurationMistake[] => {
	const {memoryManagerPolicy, reservedMemory = []} = configuration;
	const wanted = memoryManagerPolicy === 'Static' ? reservedInAll(configuration) : undefined;
	const other = reservedMemory.findIndex(({numaNode}) => numaNode !== 0);
	if (other >= 0) {
		return [
			{
				path: ['reservedMemory'],
				message: `there is no NUMA node ${reservedMemory[other]?.numaNode}: a node has only one`,
				remedy: 'write numaNode: 0',
			},
		];
	}

	const reserved = reservedMemory.reduce((sum, {limits}) => addQuantities(sum, limits['memory'] ?? '0'), '0');
	return wanted === undefined || bytes(reserved) === bytes(wanted)
		? []
		: [
				{
					path: ['memoryManagerPolicy'],
					message: `the total amount "${reserved}" of type "memory" is not equal to the value "${wanted}" determined by Node Allocatable feature`,
					remedy: `write reservedMemory: [{numaNode: 0, limits: {memory: ${wanted}}}]`,
				},
			];
};

/** The settings with which a kubelet would not start. @param cpu the node's capacity. */
export const configurationMistakes = (
	configuration: KubeletConfiguration,
	cpu: string,
): readonly ConfigurationMistake[] => {
	const {cpuManagerPolicy, reservedSystemCPUs, systemReserved = {}, kubeReserved = {}} = configuration;
	const mistakes: ConfigurationMistake[] = [...evictionMistakes(configuration), ...shutdownMistakes(configuration)];
	for (const [field, amounts] of Object.entries({systemReserved, kubeReserved})) {
		for (const [resource, quantity] of Object.entries(amounts)) {
			if (!isQuantity(quantity) || quantity.startsWith('-')) {
				mistakes.push({
					path: [field, resource],
					message: `"${quantity}" is not a quantity`,
					remedy: 'write an amount such as 500m or 1Gi',
				});
			}
		}
	}

	if (mistakes.length > 0 || !isQuantity(cpu)) {
		return mistakes;
	}

	mistakes.push(...memoryMistakes(configuration));
	const cores = cpuMillis(cpu) / 1000;
	if (reservedSystemCPUs !== undefined && highest(reservedSystemCPUs) >= cores) {
		mistakes.push({
			path: ['reservedSystemCPUs'],
			message: `there is no CPU ${highest(reservedSystemCPUs)}: the node has ${cpu}`,
			remedy: 'CPU numbers start at 0',
		});
	}

	if (cpuManagerPolicy !== 'static') {
		return mistakes;
	}

	const path = ['cpuManagerPolicy'];
	if (!Number.isInteger(cores)) {
		mistakes.push({path, message: `the static policy needs whole CPUs: the node has ${cpu}`, remedy: 'write cpu: 4'});
	}

	if (reservedSystemCPUs === undefined && cpuMillis(systemReserved['cpu']) + cpuMillis(kubeReserved['cpu']) === 0) {
		mistakes.push({
			path,
			message: 'the static policy requires systemReserved.cpu + kubeReserved.cpu to be greater than zero',
			remedy: 'add reservedSystemCPUs: "0", or cpu to systemReserved or kubeReserved',
		});
	}

	return mistakes;
};

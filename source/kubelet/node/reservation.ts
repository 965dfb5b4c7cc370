import type {KubeletConfiguration} from '../../objects/kubelet-configuration.js';
import {parseQuantity} from '../../objects/quantity.js';
import {parseCPUs} from '../../objects/cpu-set.js';

/**
The resources that are reserved for the daemons of the node, in thousandths.

@see https://kubernetes.io/docs/tasks/administer-cluster/reserve-compute-resources/
*/
export const reservation = ({
	systemReserved = {},
	kubeReserved = {},
	reservedSystemCPUs,
}: KubeletConfiguration): Readonly<Record<string, bigint>> => {
	const sum: Record<string, bigint> = {};
	for (const [name, amount] of [...Object.entries(systemReserved), ...Object.entries(kubeReserved)]) {
		sum[name] = (sum[name] ?? 0n) + parseQuantity(amount);
	}

	return reservedSystemCPUs === undefined ? sum : {...sum, cpu: BigInt(parseCPUs(reservedSystemCPUs).length) * 1000n};
};

/** The reserved CPU. */
export const reservedMillis = (configuration: KubeletConfiguration): number =>
	Number(reservation(configuration)['cpu'] ?? 0n);

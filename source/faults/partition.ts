import {isAgent} from '../client/callers.js';
import {programName} from '../scenario/faults/fault-words.js';
import type {Routine} from '../kernel/routine.js';
import type {Fault} from '../objects/fault.js';
import {note} from '../stages/note.js';
import type {FaultGround} from './ground.js';
import {isOnNode} from './processes.js';

/** Pairs of nodes that do not reach each other, in the ledger: the walk of a packet reads them. */
const partitionsKey = '/network/partitions';

type Partition = Extract<Fault, {kind: 'partition'}>;

const servers: ReadonlySet<string> = new Set(['kube-apiserver', 'etcd']);

/** Cuts two ends off from each other: clients from the apiserver, or the Pods of two nodes. @returns a function that ends it. */
export function* beginPartition(ground: FaultGround, {ends, forMs}: Partition): Routine<() => void> {
	const [a, b] = ends;
	const other = servers.has(a) ? b : a;
	if (!servers.has(a) && !servers.has(b)) {
		const {ledger} = ground.kernel;
		const pairs = () => ledger.read<ReadonlyArray<readonly [string, string]>>(partitionsKey) ?? [];
		const pair = [a, b] as const;
		ledger.write(partitionsKey, [...pairs(), pair]);
		yield* note('fault.partition', {a, b, clients: [], forMs}, {outcome: 'warning'});
		return () => {
			ledger.write(
				partitionsKey,
				pairs().filter((one) => one[0] !== a || one[1] !== b),
			);
		};
	}

	const {wire, names} = ground;
	const onNode = names().clients.filter((client) => isOnNode(client, other) && client.split('/').length === 2);
	const own = programName(other);
	const ofOther = onNode.length > 0 ? onNode : [own];
	const clients = servers.has(other) ? ['*'] : ofOther;
	const open = wire.block((agent) => clients.some((client) => isAgent(client, agent)));
	const heals = clients.map((client) => wire.deliveries.disturb({kind: 'deliveries', client, change: 'hold'}));
	yield* note('fault.partition', {a, b, clients, forMs}, {outcome: 'warning'});
	return () => {
		open();
		for (const heal of heals) {
			heal();
		}
	};
}

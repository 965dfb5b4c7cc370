import type {Kernel} from '../kernel/kernel.js';
import {cloudNodesKey, type CloudNodes} from '../objects/node-group.js';
import type {Scenario} from '../scenario/scenario.js';

const noChange: CloudNodes = {started: [], ended: []};

/** The nodes that a cluster has now: those of the scenario and those that its cloud has started, without those that the cloud has ended. */
export const presentNodes = (
	{ledger}: Pick<Kernel, 'ledger'>,
	{nodes}: Pick<Scenario, 'nodes'>,
): CloudNodes['started'] => {
	const {started, ended} = ledger.read<CloudNodes>(cloudNodesKey) ?? noChange;
	return [...nodes, ...started].filter(({name}) => !ended.includes(name));
};

/** The nodes that the cloud of a cluster has ended. */
export const endedNodes = ({ledger}: Pick<Kernel, 'ledger'>): readonly string[] =>
	ledger.read<CloudNodes>(cloudNodesKey)?.ended ?? [];

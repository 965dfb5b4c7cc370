import type {DeviceFacts} from '../../facts/kubelet/devices.js';
import {counted, podOf} from '../words.js';
import type {Sentences} from '../../language-table.js';

/** Stops of drivers of devices, in English. */
export const deviceSentences: Sentences<DeviceFacts> = {
	'dra.driver'(facts) {
		const {driver, node} = facts;
		switch (facts.case) {
			case 'start': {
				return `The driver ${driver} starts on ${node} and finds ${facts.devices.length === 0 ? 'no devices' : facts.devices.join(', ')}.`;
			}

			case 'publish': {
				return `The driver ${driver} publishes ${counted(facts.devices.length, 'device')} of ${node} in a ResourceSlice: the scheduler can now allocate ${facts.devices.length === 1 ? 'it' : 'them'}.`;
			}

			case 'refused': {
				return `The driver ${driver} cannot publish the devices of ${node}: ${facts.message}.`;
			}
		}
	},
	'dra.NodePrepareResources': ({driver, claim, devices}, stop) =>
		`The kubelet asks the driver ${driver} to make ${devices.join(', ')} ready for claim ${claim} of ${podOf(stop)}; the answer names ${devices.length === 1 ? 'it' : 'them'} for the container runtime.`,
	'dra.NodeUnprepareResources': ({driver, claim}, stop) =>
		`The kubelet asks the driver ${driver} to release the devices of claim ${claim} of ${podOf(stop)}.`,
};

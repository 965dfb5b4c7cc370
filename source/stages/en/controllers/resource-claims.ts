import type {ResourceClaimFacts} from '../../facts/controllers/resource-claims.js';
import {counted, nameOf, podOf} from '../words.js';
import type {Sentences} from '../../language-table.js';

/** Stops of the controller that makes and frees ResourceClaims, in English. */
export const resourceClaimSentences: Sentences<ResourceClaimFacts> = {
	'controller.resourceclaim.sync'(facts, stop) {
		switch (facts.case) {
			case 'gone': {
				return `${facts.kind} ${facts.key} is gone or being deleted: nothing is left to do.`;
			}

			case 'pod': {
				const {entries, missing} = facts;
				return missing.length === 0
					? `${podOf(stop)} has ${counted(entries, 'claim')} for devices, and none is missing.`
					: `${podOf(stop)} has ${counted(entries, 'claim')} for devices: ${missing.join(', ')} must be created from a template.`;
			}

			case 'claim': {
				const {users, isAllocated} = facts;
				return `Claim ${nameOf(stop)} ${isAllocated ? 'has devices' : 'has no devices'}; ${users.length === 0 ? 'no Pod uses it' : `it is reserved for ${users.join(', ')}`}.`;
			}
		}
	},
	'controller.resourceclaim.create': ({pod, entry, template}) =>
		`Pod ${pod} requests ${entry} through the template ${template}: the controller creates a ResourceClaim from it.`,
	'controller.resourceclaim.failure': ({message}, stop) => `${podOf(stop)} does not get its claim: ${message}.`,
	'controller.resourceclaim.report': ({resourceClaimStatuses}, stop) =>
		`The status of ${podOf(stop)} names the ${resourceClaimStatuses.length === 1 ? 'claim that was created' : 'claims that were created'} for it: ${resourceClaimStatuses.map(({name, resourceClaimName}) => `${name} is ${resourceClaimName}`).join(', ')}.`,
	'controller.resourceclaim.reserve': ({pod}, stop) =>
		`Pod ${pod} got its node without the scheduler: the controller adds it to the users of claim ${nameOf(stop)}.`,
	'controller.resourceclaim.release'({before, after, devices}, stop) {
		const ended = before.filter((name) => !after.includes(name));
		const freed =
			devices.length === 0 ? '' : ` ${devices.join(', ')} ${devices.length === 1 ? 'is' : 'are'} free again.`;
		return ended.length === 0
			? `No Pod uses claim ${nameOf(stop)} any more.${freed}`
			: `${ended.join(', ')} no longer ${ended.length === 1 ? 'uses' : 'use'} claim ${nameOf(stop)}.${freed}`;
	},
	'controller.resourceclaim.finalizers': ({finalizer}, stop) =>
		`Claim ${nameOf(stop)} no longer has devices: it loses the finalizer ${finalizer} and may be deleted.`,
	'controller.resourceclaim.delete': ({pod, isReplaced, hasEnded}, stop) => {
		const present = hasEnded ? 'has ended' : 'will never run';
		return `Claim ${nameOf(stop)} was created for Pod ${pod}, which ${isReplaced ? 'has been replaced' : present}: the claim is deleted.`;
	},
};

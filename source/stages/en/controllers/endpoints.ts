import type {Stop} from '../../../kernel/stop.js';
import {readyEndpoints} from '../../digest/endpoints.js';
import type {EndpointsFacts} from '../../facts/controllers/endpoints.js';
import {counted, nameOf} from '../words.js';
import type {Sentences} from '../../language-table.js';

type Publication = EndpointsFacts['endpoints.publish'];

/** The words for a slice: a new one has no name until the apiserver generates it. */
const sliceOf = (before: object | undefined, stop: Stop): string =>
	before === undefined ? 'A new EndpointSlice' : `EndpointSlice ${nameOf(stop)}`;

const states = {current: 'up to date', outdated: 'out of date', missing: 'missing'};

const published = ({service, before, after}: Extract<Publication, {case: 'slice'}>, stop: Stop): string => {
	const {ready, hinted, addresses: few} = readyEndpoints(after.endpoints);
	const addresses = few.length > 0 ? `: ${few.join(', ')}` : '';
	const hints = hinted > 0 ? `; ${hinted} with ${hinted === 1 ? 'a hint' : 'hints'} for a zone or node` : '';
	return `${sliceOf(before, stop)} of Service ${service} lists ${after.endpoints.length === 0 ? 'no endpoints' : `${counted(after.endpoints.length, 'endpoint')}, ${ready} ready`}${addresses}${hints}. All watchers of EndpointSlices are notified.`;
};

/** Stops of the controllers of endpoints, in English. */
export const endpointsSentences: Sentences<EndpointsFacts> = {
	'controller.endpointslice.sync'(facts) {
		const {key} = facts;
		switch (facts.case) {
			case 'gone': {
				return `Service ${key} is gone; the garbage collector deletes its slices.`;
			}

			case 'no-selector': {
				return `Service ${key} has no selector: this controller creates no slices for it.`;
			}

			case 'compare': {
				const {pods, endpoints, slices, waits} = facts;
				return `Service ${key} selects ${counted(pods, 'Pod')}, ${endpoints === 0 ? 'none' : endpoints} with an address; it has ${slices === 0 ? 'no slice' : counted(slices, 'slice')}.${waits ? ' The cache does not show the last write yet, so the controller waits.' : ''}`;
			}

			case 'hints': {
				const parts = Object.entries(facts.cpuRatios).map(([zone, part]) => `${zone} has ${Math.round(part * 100)}%`);
				return facts.refusal === undefined
					? `The endpoints of Service ${key} are divided among the zones by their CPUs: ${parts.join(', ')}.`
					: `The endpoints of Service ${key} get no hints: ${facts.refusal}.`;
			}
		}
	},
	'controller.endpoints.sync'(facts) {
		const {key} = facts;
		switch (facts.case) {
			case 'gone': {
				return `Service ${key} and its Endpoints are gone.`;
			}

			case 'no-selector': {
				return `Service ${key} has no selector: this controller creates no Endpoints for it.`;
			}

			case 'compare': {
				return `Service ${key} selects ${counted(facts.pods, 'Pod')}; its Endpoints are ${states[facts.state]}.`;
			}
		}
	},
	'controller.endpointslice-mirroring.sync': ({key, mirrored, slices}) =>
		mirrored
			? `Endpoints ${key} were written by hand and are mirrored; ${counted(slices, 'slice')} ${slices === 1 ? 'exists' : 'exist'}.`
			: `Endpoints ${key} are not mirrored; ${slices === 0 ? 'no mirrored slice' : counted(slices, 'mirrored slice')} ${slices < 2 ? 'is' : 'are'} left.`,
	'endpoints.publish'(facts, stop) {
		switch (facts.case) {
			case 'slice': {
				return published(facts, stop);
			}

			case 'slice-gone': {
				return `EndpointSlice ${nameOf(stop)} of Service ${facts.service} is no longer needed and is deleted.`;
			}

			case 'endpoints': {
				const ready = (facts.after.subsets ?? []).reduce((sum, {addresses = []}) => sum + addresses.length, 0);
				return `Endpoints ${nameOf(stop)} list ${counted(ready, 'ready address', 'ready addresses')} of Service ${nameOf(stop)}.`;
			}

			case 'endpoints-gone': {
				return `Endpoints ${nameOf(stop)} are deleted with their Service.`;
			}

			case 'mirror': {
				return `${sliceOf(facts.before, stop)} mirrors Endpoints ${facts.endpoints}: ${counted(facts.after.endpoints.length, 'address', 'addresses')}.`;
			}

			case 'mirror-gone': {
				return `EndpointSlice ${nameOf(stop)} has nothing left to mirror and is deleted.`;
			}
		}
	},
};

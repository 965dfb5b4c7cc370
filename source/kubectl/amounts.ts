import {canonicalQuantity} from '../objects/quantity.js';
import {CommandFailure, messageOf} from './failure.js';

/**
Amounts by resource, as in flags: `cpu=1,memory=1Gi`.

@throws {CommandFailure}
@mirrors kubectl/pkg/generate/versioned populateResourceListV1
*/
export const amountsOf = (text: string): Readonly<Record<string, string>> =>
	Object.fromEntries(
		text
			.split(',')
			.filter((pair) => pair !== '')
			.map((pair) => {
				const [name = '', amount, ...others] = pair.split('=');
				if (amount === undefined || others.length > 0) {
					throw new CommandFailure(`Invalid argument syntax ${pair}, expected <resource>=<value>`);
				}

				try {
					return [name, canonicalQuantity(amount)];
				} catch (error) {
					throw new CommandFailure(messageOf(error));
				}
			}),
	);

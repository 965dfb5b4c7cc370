import {stringify} from 'yaml';
import {list, number, readDocument, record, text} from '../../scenario/document.js';
import {faultText} from '../../scenario/faults/parse-fault.js';
import {Mistake} from '../../scenario/mistake.js';

/** A plan as a run receives it. */
export interface GivenPlan {
	/** A description for the reader. */
	readonly says: string;
	/** The client whose program restarts while its answer is held; every program by default. */
	readonly client?: string;
	readonly faults: readonly string[];
}

const formatVersion = 1;

const planShape = record({chaos: number, says: text, client: text, faults: list(faultText)}, ['chaos', 'faults']);

const most = 64 * 1024;

/** The text of a plan file. */
export const printPlan = ({says, client, faults}: GivenPlan): string =>
	stringify({chaos: formatVersion, says, ...(client === undefined ? {} : {client}), faults}, {lineWidth: 0});

/** @throws {Mistakes} with line and column, when it is not a plan. */
export const readPlan = (source: string, file: string): GivenPlan => {
	const {value, placeOf} = readDocument(source, file, planShape, most);
	if (value.chaos !== formatVersion) {
		throw new Mistake(
			`this is a plan of version ${value.chaos}, but this program reads version ${formatVersion}`,
			placeOf(['chaos']),
			'run chaos again with this version of the program',
		);
	}

	const {says = value.faults.join('; '), client, faults} = value;
	return {says, ...(client === undefined ? {} : {client}), faults};
};

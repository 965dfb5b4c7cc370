import {knownMinors, knownVersionsText, minorIn} from '../../objects/versions/kubernetes-version.js';
import {Mistake} from '../../scenario/mistake.js';

const remedy = `name one from ${knownVersionsText}, or a range such as 1.32..1.34`;

const known = (text: string): number => {
	const minor = minorIn(text);
	if (minor === undefined || !knownMinors.includes(minor)) {
		throw new Mistake(
			minor === undefined
				? `${JSON.stringify(text)} is not a version of Kubernetes`
				: `the APIs of Kubernetes ${text} are not known`,
			{},
			remedy,
		);
	}

	return minor;
};

/** The minor versions that a text names, the oldest first: `1.33`, `v1.33.4` or `1.32..1.37`. @throws {Mistake} */
export const kubernetesRange = (text: string): readonly number[] => {
	const [first = '', last = first, ...rest] = text.split('..');
	const [from, to] = [known(first), known(last)];
	if (rest.length > 0 || from > to) {
		throw new Mistake(`${JSON.stringify(text)} is not a range of versions`, {}, remedy);
	}

	return knownMinors.filter((minor) => from <= minor && minor <= to);
};

import {removedKinds} from '../../objects/removed-kinds.js';
import {groupVersionOf, resources} from '../../objects/resources.js';
import {entryOf} from './catalogue/catalogue.js';
import {findingOf} from './findings.js';
import type {CheckedFile, Finding} from './report.js';

const builtInGroups = new Set(resources.map(({group}) => group));

/** Whether a CustomResourceDefinition can make a kind: its group has a dot, and Kubernetes itself did not have it before. */
export const canBeCustom = (group: string, kind: string): boolean =>
	group.includes('.') && !builtInGroups.has(group) && !Object.hasOwn(removedKinds, kind);

/** The note that an object of this kind is not checked. */
export const missingSchema = (
	kind: string,
	apiVersion: string,
	about: Pick<Finding, 'object' | 'places'> & Partial<Finding>,
): Finding =>
	findingOf(entryOf('W103'), {...about, reason: `no file defines ${kind} of ${apiVersion}: the object is not checked`});

/** The note in place of an error about an item of a List whose kind no file defines. */
const noted = (finding: Finding): Finding => {
	const [, kind = '', apiVersion = ''] =
		/no matches for kind "([^"]+)" in version "([^"]+)"/.exec(finding.id === 'W010' ? finding.reason : '') ?? [];
	return canBeCustom(groupVersionOf(apiVersion).group, kind)
		? missingSchema(kind, apiVersion, {object: finding.object, places: finding.places})
		: finding;
};

/** A file whose undefined kinds are reported as notes, including items of Lists, which only kubectl splits. */
export const withMissingSchemas = (file: CheckedFile): CheckedFile => ({
	...file,
	objects: file.objects.map((object) => ({...object, findings: object.findings.map((finding) => noted(finding))})),
	findings: file.findings.map((finding) => noted(finding)),
});

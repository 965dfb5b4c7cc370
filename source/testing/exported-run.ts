import {applyManifests, runUntilSettled} from '../commands/run-manifests.js';
import {manifestsOf} from '../commands/manifests.js';
import type {Export} from '../exports/export.js';
import type {Stretch} from '../exports/stretch.js';
import {completeScenario} from '../scenario/scenario.js';
import {defaultLanguage} from '../stages/language.js';

/** A Pod whose texts try to attack programs that show them. */
export const hostilePod = `apiVersion: v1
kind: Pod
metadata:
  name: web
  labels: {app: web}
  annotations:
    a: "</script><script>alert(1)</script><img src=x onerror=alert(2)>"
    b: "\\e]0;owned\\a\\e[31mred\\e[0m"
    c: "'; end\\n\\n# Heading [link](javascript:alert(3)) | x | <!-- \`"
spec:
  containers:
  - name: web
    image: nginx:1.27
`;

/** A manifest's run from the applying command until the cluster has settled. */
export const exportedRun = (manifest: string): Stretch => {
	const applied = applyManifests(completeScenario(), manifestsOf({'web.yaml': manifest}));
	runUntilSettled(applied);
	const {recording, from, fromMs} = applied;
	return {recording, first: from + 1, last: recording.stops.length - 1, fromMs, language: defaultLanguage};
};

/** The whole text of an export. */
export const textOf = ({chunks}: Export): string => [...chunks()].join('');

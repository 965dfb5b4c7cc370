import test from 'ava';
import {appArmorPrefix, withAppArmorBothWays} from './app-armor.js';
import {profileMismatch} from './profile-annotation.js';
import type {AppArmorProfile, PodSpec} from '../../objects/kubernetes.generated.js';

const pod = (annotations: Record<string, string>, profile?: AppArmorProfile, ofPod?: AppArmorProfile) =>
	withAppArmorBothWays({
		metadata: {name: 'web', annotations} as never,
		spec: {
			containers: [{name: 'a', ...(profile && {securityContext: {appArmorProfile: profile}})}],
			...(ofPod && {securityContext: {appArmorProfile: ofPod}}),
		} as PodSpec,
	});

test('a profile in a field is in an annotation too, that of the Pod for each container', (t) => {
	t.deepEqual(pod({}, {type: 'Unconfined'}).metadata.annotations, {[`${appArmorPrefix}a`]: 'unconfined'});
	t.deepEqual(pod({}, undefined, {type: 'Localhost', localhostProfile: 'x'}).metadata.annotations, {
		[`${appArmorPrefix}a`]: 'localhost/x',
	});
});

test('a profile in an annotation is in the field too, unless the Pod has the same', (t) => {
	const annotations = {[`${appArmorPrefix}a`]: 'runtime/default'};
	t.deepEqual(pod(annotations).spec.containers[0]!.securityContext, {appArmorProfile: {type: 'RuntimeDefault'}});
	t.is(pod(annotations, undefined, {type: 'RuntimeDefault'}).spec.containers[0]!.securityContext, undefined);
	t.is(pod({[`${appArmorPrefix}a`]: 'nonsense'}).spec.containers[0]!.securityContext, undefined);
});

test('annotation and field may not contradict each other', (t) => {
	t.is(profileMismatch('unconfined', {type: 'RuntimeDefault'}), 'type');
	t.is(profileMismatch('localhost/a', {type: 'Localhost', localhostProfile: 'b'}), 'localhostProfile');
	t.is(profileMismatch('localhost/a', {type: 'Localhost', localhostProfile: 'a'}), undefined);
	t.is(profileMismatch('unconfined', undefined), undefined);
});

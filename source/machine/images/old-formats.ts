import type {ImageReference} from '../../objects/image-reference.js';

/**
Images that their registries still have only in Docker's manifest format of before 2016 (schema 1). containerd does not pull this format since
v2.1. Facts of 2026; an image that is not in this list is assumed to have a newer format.

@see https://github.com/kubernetes/k8s.io/issues/8650
@see https://github.com/kubernetes/website/pull/46639
@see https://github.com/kubernetes/website/issues/52702
*/
const images = new RegExp(
	`^(?:${[
		'(?:registry\\.k8s\\.io|k8s\\.gcr\\.io|gcr\\.io/google[_-]containers)/(?:busybox:(?:latest|1\\.24)|nginx-slim:0\\.[1-8]|guestbook:v3)',
		'docker\\.io/(?:radial/busyboxplus:.*|docker/whalesay:latest|training/webapp:latest|bobrik/socat:latest)',
		'docker\\.io/(?:alexwhen/docker-2048:latest|blackicebird/2048:latest|sequenceiq/hadoop-docker:2\\.7\\.0)',
		'docker\\.io/library/(?:php:5\\.[34]-apache|ubuntu:13\\.10|mysql:5\\.7\\.4)',
	].join('|')})$`,
);

/** Whether an image exists in schema 1 alone. A digest names a manifest whose format is not known. */
export const isOldFormat = ({registry, repository, tag, digest}: ImageReference): boolean =>
	!digest && images.test(`${registry}/${repository}:${tag}`);

/**
containerd's refusal of such an image.

@mirrors github.com/containerd/containerd/v2/client fetch
*/
export const oldFormatRefused =
	'not implemented: media type "application/vnd.docker.distribution.manifest.v1+prettyjws" is no longer supported since containerd v2.1, please rebuild the image as "application/vnd.docker.distribution.manifest.v2+json" or "application/vnd.oci.image.manifest.v1+json"';

import type {Stop} from '../../kernel/stop.js';
import type {ProbeKind} from '../facts/kubelet/containers.js';
import {lastPartOf} from '../stop-names.js';

const kinds: readonly ProbeKind[] = ['startup', 'readiness', 'liveness'];

/** The kind of probe that a stop of `kubelet.probe.*` is about. */
export const probeKindOf = ({stage}: Stop): ProbeKind => kinds.find((kind) => kind === lastPartOf(stage)) ?? 'liveness';

/** The first part of an id of a container or sandbox, enough to distinguish it from others. */
export const shortId = (id: string): string => id.slice(0, 12);

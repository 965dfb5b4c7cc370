import {admission} from '../../testing/broken-manifests/admission.js';
import {culprits} from '../../testing/culprits.js';

culprits(admission);

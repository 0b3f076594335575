import { Global, Module } from '@nestjs/common';
import { VersionRenderer } from '#engine/versions/rules/render.js';
import { EXPANDED_KINDS } from '#engine/rendering/expansion.js';
import { VERSIONS } from './rules/older-versions.js';
import { EXPANDED } from './expanded-kinds.js';

const ALL = [
  { provide: VersionRenderer, useValue: VERSIONS },
  { provide: EXPANDED_KINDS, useValue: EXPANDED },
];

/** The engine's data about kinds of objects, for every process. */
@Global()
@Module({ providers: ALL, exports: ALL })
export class KindsModule {}

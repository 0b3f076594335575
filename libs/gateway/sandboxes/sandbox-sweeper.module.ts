import { Module } from '@nestjs/common';
import { ClosedAccountsSweeper } from './closed-accounts.sweeper.js';
import { SandboxStore } from './sandbox.store.js';
import { SandboxSweeper } from './sandbox.sweeper.js';

@Module({ providers: [SandboxStore, SandboxSweeper, ClosedAccountsSweeper] })
export class SandboxSweeperModule {}

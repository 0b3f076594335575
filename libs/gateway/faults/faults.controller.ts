import { Body, Controller, Delete, Get, HttpCode, Param, Post } from '@nestjs/common';
import { validated } from '#platform/http/dto.js';
import { ForSandbox, SandboxName } from '../control/control-access.js';
import { CreateFaultDto } from './fault.dto.js';
import type { FaultListView, FaultView, RemovedFaultsView } from './fault.view.js';
import { FaultsService } from './faults.service.js';

const refusing = validated('bad_request', { refuseUnknown: true });

/**
 * What is to go wrong in a sandbox, in both modes. What is hit names the fault in its header `Tollgate-Fault`, and the timeline tells of it.
 * @host control
 */
@Controller('api/sandboxes/:name/faults')
@ForSandbox()
export class FaultsController {
  constructor(private readonly faults: FaultsService) {}

  /**
   * Sets a fault. Where a call matches several, each counts it in the order in which they were set, until one answers it; a payment or a webhook is hit by the first that fires. A reset removes all.
   * @throws bad_request
   */
  @Post()
  @HttpCode(200)
  create(@SandboxName() name: string, @Body(refusing) body: CreateFaultDto): Promise<FaultView> {
    return this.faults.create(name, body);
  }

  /** Lists the faults of a sandbox, also those that are over, and names those that must fire and have not. */
  @Get()
  list(@SandboxName() name: string): Promise<FaultListView> {
    return this.faults.list(name);
  }

  /** Removes all faults of a sandbox. */
  @Delete()
  removeAll(@SandboxName() name: string): Promise<RemovedFaultsView> {
    return this.faults.remove(name);
  }

  /** Removes a fault. */
  @Delete(':fault')
  remove(@SandboxName() name: string, @Param('fault') fault: string): Promise<RemovedFaultsView> {
    return this.faults.remove(name, fault);
  }
}

import { OptionFileEdit, PlacedDropIn, PlacedLibrary } from "@primacy/contract";
import { ServerUnit } from "@primacy/contract/agent";
import type { PluginSetting } from "@primacy/core/greatdb-ha";
import type {
  CapabilitiesStepInput,
  CapableStepInput,
  LibraryStepInput,
  PluginExpectation,
  PluginStepInput,
  RemovedDropIn,
  RemovedLibrary,
  VipStepBase,
} from "@primacy/core/plan";
import { z } from "zod";
import { BaseInput } from "../vip-inputs";

const Setting: z.ZodType<PluginSetting> = z.object({
  name: z.string(),
  value: z.string(),
  isReadOnly: z.boolean(),
});
const place = { hostId: z.string(), hostName: z.string(), memberId: z.string() };
const Place = z.object(place);

/** The inputs of the plugin's steps as they are read back from the database. */
export const PluginInput: z.ZodType<PluginStepInput> = BaseInput.and(Place);
export const LibraryInput: z.ZodType<LibraryStepInput> = PluginInput.and(
  z.object({ sha256: z.string(), folder: z.string() }),
);
const ofServer = z.object({ port: z.number().int() });
export const CapableInput: z.ZodType<CapableStepInput> = PluginInput.and(ofServer);
export const CapabilitiesInput: z.ZodType<CapabilitiesStepInput> = PluginInput.and(
  ofServer.extend({ unit: ServerUnit }),
);
export const RemoveDropInsInput: z.ZodType<VipStepBase & { readonly dropIns: readonly RemovedDropIn[] }> =
  BaseInput.and(z.object({ dropIns: z.array(PlacedDropIn.extend({ hostName: z.string() })) }));
export const RemoveLibrariesInput: z.ZodType<
  VipStepBase & { readonly libraries: readonly RemovedLibrary[] }
> = BaseInput.and(z.object({ libraries: z.array(PlacedLibrary.extend({ hostName: z.string() })) }));
export const FileInput: z.ZodType<PluginStepInput & { readonly edit: OptionFileEdit | null }> =
  PluginInput.and(z.object({ edit: OptionFileEdit.nullable() }));
export const LoadInput: z.ZodType<PluginStepInput & { readonly settings: readonly PluginSetting[] }> =
  PluginInput.and(z.object({ settings: z.array(Setting) }));
export const AgreeInput: z.ZodType<VipStepBase & { readonly members: readonly PluginExpectation[] }> =
  BaseInput.and(
    z.object({
      members: z.array(z.object({ memberId: z.string(), name: z.string(), settings: z.array(Setting) })),
    }),
  );
